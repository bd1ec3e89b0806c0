import type { NewTable, ReferentialAction, TableDetails } from '@plinth/console/api';
import * as z from 'zod/mini';
import { randomId } from '../../../lib/browser.ts';

/** What may happen to rows when the row they point at goes. */
export const referentialActions: readonly ReferentialAction[] = [
  'no action',
  'restrict',
  'cascade',
  'set null',
  'set default',
];

const actionSchema = z.enum(['no action', 'restrict', 'cascade', 'set null', 'set default']);

const columnSchema = z.object({
  id: z.string(),
  name: z.string(),
  type: z.string(),
  array: z.boolean(),
  defaultKind: z.enum(['expression', 'literal']),
  defaultValue: z.string(),
  nullable: z.boolean(),
  unique: z.boolean(),
  primaryKey: z.boolean(),
  identity: z.boolean(),
});

const foreignKeySchema = z.object({
  id: z.string(),
  /** Columns of this table with the ones they point at. */
  pairs: z.array(z.object({ column: z.string(), target: z.string() })),
  targetSchema: z.string(),
  targetTable: z.string(),
  onDelete: actionSchema,
  onUpdate: actionSchema,
});

/** The shape of a draft in the browser's storage. */
export const tableDraftSchema = z.object({
  name: z.string(),
  comment: z.string(),
  rlsEnabled: z.boolean(),
  columns: z.array(columnSchema),
  foreignKeys: z.array(foreignKeySchema),
});

export type ColumnDraft = z.infer<typeof columnSchema>;
export type ForeignKeyDraft = z.infer<typeof foreignKeySchema>;
/** A table that is being thought out. */
export type TableDraft = z.infer<typeof tableDraftSchema>;

/** How a default is meant before anyone has said so: for what holds words as plain text, else as an expression. */
export const defaultKindOf = (type: string, isEnum = false): ColumnDraft['defaultKind'] =>
  isEnum || /^(?:text|varchar|bpchar|char|citext)/.test(type) ? 'literal' : 'expression';

/** A column as it stands when it is added. */
export function newColumn(change: Partial<ColumnDraft> = {}): ColumnDraft {
  return {
    id: randomId(),
    name: '',
    type: 'text',
    array: false,
    defaultKind: defaultKindOf('text'),
    defaultValue: '',
    nullable: true,
    unique: false,
    primaryKey: false,
    identity: false,
    ...change,
  };
}

/** A foreign key to be filled in, within `schema`. */
export function newForeignKey(schema: string, column: string): ForeignKeyDraft {
  return {
    id: randomId(),
    pairs: [{ column, target: '' }],
    targetSchema: schema,
    targetTable: '',
    onDelete: 'no action',
    onUpdate: 'no action',
  };
}

/** The pairs of a foreign key to `target`: at its primary key, from the column that is named after it. */
export function pairsWithKey(
  pairs: ForeignKeyDraft['pairs'],
  columns: readonly ColumnDraft[],
  target: Pick<TableDetails, 'name' | 'primaryKey'>,
): ForeignKeyDraft['pairs'] {
  const fits = pairs.length === target.primaryKey.length;
  if (!fits || pairs.some((pair) => pair.target !== '')) return pairs;
  const stem = target.name.replace(/(?:ies|es|s)$/, '');
  return pairs.map((pair, index) => {
    const key = target.primaryKey[index] ?? '';
    const named = columns.find(({ name }) => name.startsWith(stem) && name.endsWith(`_${key}`));
    return { column: named?.name ?? pair.column, target: key };
  });
}

/** What most tables begin with: a key, and when a row came. */
export function newDraft(): TableDraft {
  return {
    name: '',
    comment: '',
    rlsEnabled: true,
    columns: [
      newColumn({
        name: 'id',
        type: 'uuid',
        defaultKind: 'expression',
        defaultValue: 'gen_random_uuid()',
        nullable: false,
        primaryKey: true,
      }),
      newColumn({
        name: 'created_at',
        type: 'timestamptz',
        defaultKind: 'expression',
        defaultValue: 'now()',
        nullable: false,
      }),
    ],
    foreignKeys: [],
  };
}

/** The call that creates the table. */
export function tableOf(draft: TableDraft, schema: string): NewTable {
  const comment = draft.comment.trim();
  return {
    schema,
    name: draft.name.trim(),
    ...(comment !== '' && { comment }),
    rlsEnabled: draft.rlsEnabled,
    columns: draft.columns.map((column) => ({
      name: column.name.trim(),
      type: column.array ? `${column.type}[]` : column.type,
      ...(column.defaultValue.trim() !== '' &&
        !column.identity && {
          default: { kind: column.defaultKind, value: column.defaultValue },
        }),
      ...(column.identity && { identity: true }),
      primaryKey: column.primaryKey,
      nullable: column.nullable && !column.primaryKey,
      unique: column.unique && !column.primaryKey,
    })),
    foreignKeys: draft.foreignKeys
      .filter((key) => key.targetTable !== '')
      .map((key) => ({
        columns: key.pairs.map(({ column }) => column),
        targetSchema: key.targetSchema,
        targetTable: key.targetTable,
        targetColumns: key.pairs.map(({ target }) => target),
        onDelete: key.onDelete,
        onUpdate: key.onUpdate,
      })),
  };
}

/** What is still missing, as names of texts by the field they belong to; empty where the table can be made. */
export function problemsOf(draft: TableDraft): ReadonlyMap<string, 'name' | 'twice' | 'target'> {
  const problems = new Map<string, 'name' | 'twice' | 'target'>();
  if (draft.name.trim() === '') problems.set('table', 'name');
  const seen = new Set<string>();
  for (const column of draft.columns) {
    const name = column.name.trim();
    if (name === '') problems.set(column.id, 'name');
    else if (seen.has(name)) problems.set(column.id, 'twice');
    seen.add(name);
  }
  for (const key of draft.foreignKeys) {
    const complete = key.pairs.every(({ column, target }) => column !== '' && target !== '');
    if (key.targetTable === '' || !complete) problems.set(key.id, 'target');
  }
  return problems;
}

const suggestions: readonly (readonly [RegExp, readonly string[]])[] = [
  [/^uuid$/, ['gen_random_uuid()', 'auth.uid()']],
  [/^timestamp/, ['now()', "now() + interval '1 day'"]],
  [/^date$/, ['current_date']],
  [/^time/, ['current_time', 'localtime']],
  [/^bool/, ['true', 'false']],
  [/^jsonb?$/, ["'{}'", "'[]'"]],
  [/int|numeric|float/, ['0', '1']],
  [/text|char/, ["''", 'auth.email()', "(auth.jwt() ->> 'email')"]],
];

/** Default expressions that people use for a type. */
export function defaultsFor(type: string, array: boolean): readonly string[] {
  if (array) return ["'{}'"];
  return suggestions.find(([pattern]) => pattern.test(type))?.[1] ?? [];
}
