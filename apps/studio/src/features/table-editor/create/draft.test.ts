import { expect, test } from 'vitest';
import {
  defaultKindOf,
  defaultsFor,
  newColumn,
  newDraft,
  newForeignKey,
  pairsWithKey,
  problemsOf,
  type TableDraft,
  tableOf,
} from './draft.ts';

const draft = (change: Partial<TableDraft>): TableDraft => ({
  ...newDraft(),
  name: 'notes',
  ...change,
});

test('a new table has a key, row level security, and says when a row came', () => {
  const table = tableOf(draft({}), 'public');
  expect(table).toMatchObject({
    schema: 'public',
    name: 'notes',
    rlsEnabled: true,
    foreignKeys: [],
  });
  expect(table.columns.map(({ name, primaryKey }) => [name, primaryKey])).toEqual([
    ['id', true],
    ['created_at', false],
  ]);
  expect(table.columns[0]?.default).toEqual({ kind: 'expression', value: 'gen_random_uuid()' });
});

test('only a name is missing then', () => {
  expect(problemsOf(newDraft())).toEqual(new Map([['table', 'name']]));
  expect(problemsOf(draft({})).size).toBe(0);
});

test('columns need names of their own', () => {
  const [a, b, c] = [newColumn({ name: 'a' }), newColumn({ name: ' a ' }), newColumn()];
  expect(problemsOf(draft({ columns: [a, b, c] }))).toEqual(
    new Map([
      [b.id, 'twice'],
      [c.id, 'name'],
    ]),
  );
});

test('a primary key is neither nullable nor called unique, an identity has no default', () => {
  const columns = [
    newColumn({ name: 'a', primaryKey: true, nullable: true, unique: true }),
    newColumn({ name: 'b', identity: true, defaultValue: '1' }),
  ];
  const [a, b] = tableOf(draft({ columns }), 'public').columns;
  expect(a).toMatchObject({ nullable: false, unique: false });
  expect(b?.default).toBeUndefined();
  expect(b?.identity).toBe(true);
});

test('an array is its type with brackets', () => {
  const columns = [newColumn({ name: 'tags', array: true })];
  expect(tableOf(draft({ columns }), 'public').columns[0]?.type).toBe('text[]');
});

test('a foreign key without its target is asked for, and left out of the preview', () => {
  const key = newForeignKey('public', 'owner');
  expect(problemsOf(draft({ foreignKeys: [key] })).get(key.id)).toBe('target');
  expect(tableOf(draft({ foreignKeys: [key] }), 'public').foreignKeys).toEqual([]);
});

test('defaults are suggested by type', () => {
  expect(defaultsFor('uuid', false)).toContain('gen_random_uuid()');
  expect(defaultsFor('timestamptz', false)).toContain('now()');
  expect(defaultsFor('text', true)).toEqual(["'{}'"]);
});

test('a default for words is plain text, for anything else an expression', () => {
  expect(newColumn().defaultKind).toBe('literal');
  expect(defaultKindOf('mood', true)).toBe('literal');
  expect(defaultKindOf('timestamptz')).toBe('expression');
});

test('a foreign key proposes the key of its table and the column named after it', () => {
  const columns = [newColumn({ name: 'category_id' }), newColumn({ name: 'note' })];
  const target = { name: 'categories', primaryKey: ['id'] };
  expect(pairsWithKey([{ column: 'note', target: '' }], columns, target)).toEqual([
    { column: 'category_id', target: 'id' },
  ]);
  expect(pairsWithKey([{ column: 'note', target: 'code' }], columns, target)).toEqual([
    { column: 'note', target: 'code' },
  ]);
});
