import { AppError } from '@plinth/kernel';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { FieldSyntax, SelectItem } from '../syntax.ts';
import { parseSelect } from './select.ts';

/** The error of a text that cannot be read. */
function failure(text: string): unknown {
  try {
    parseSelect(text);
  } catch (error) {
    return error;
  }
  return undefined;
}

function field(name: string): object {
  return { kind: 'field', field: { name, path: [] } };
}

describe('what can be selected', () => {
  test('columns, with the spaces around them dropped and those inside kept', () => {
    expect(parseSelect(' id , the name ,$a-b, "quo\\"ted, (name)" ')).toMatchObject([
      field('id'),
      field('the name'),
      field('$a-b'),
      field('quo"ted, (name)'),
    ]);
  });

  test('nothing, where the text is empty', () => {
    expect(parseSelect('')).toEqual([]);
  });

  test('an alias, a path into JSON and a cast', () => {
    expect(parseSelect('renamed:data->a->>0::int')).toMatchObject([
      {
        alias: 'renamed',
        cast: 'int',
        field: {
          name: 'data',
          path: [
            { key: 'a', isIndex: false, asText: false },
            { key: '0', isIndex: true, asText: true },
          ],
        },
      },
    ]);
  });

  test('aggregates with a cast before and behind', () => {
    expect(parseSelect('total:price::numeric.sum()::int,count(),c.count()')).toMatchObject([
      { alias: 'total', cast: 'numeric', aggregate: 'sum', aggregateCast: 'int' },
      { aggregate: 'count', field: { name: '*' } },
      { aggregate: 'count', field: { name: 'c' } },
    ]);
  });

  test('embeds with hint and join type in any order, nested and spread', () => {
    const [outer, spread] = parseSelect(
      'a:clients!inner!fk(id,projects!left(*)),...owner!hint(name)',
    );
    expect(outer).toMatchObject({ relation: 'clients', alias: 'a', hint: 'fk', join: 'inner' });
    expect(outer).toMatchObject({ items: [field('id'), { relation: 'projects', join: 'left' }] });
    expect(spread).toMatchObject({ relation: 'owner', hint: 'hint', spread: true });
  });

  test('a hint may begin like a join type', () => {
    expect(parseSelect('clients!inner_fk(id)')).toMatchObject([{ hint: 'inner_fk' }]);
  });
});

describe('what cannot', () => {
  test.each([
    ['name::', 7, 'letter or digit'],
    ['data->>--34', 9, 'digit'],
    [
      'id,clients(name[])',
      16,
      'letter, digit, "-", "->>", "->", "::", ".", ")", "," or end of input',
    ],
  ])('%s fails at column %d', (text, column, expected) => {
    const error = failure(text);
    expect(error).toBeInstanceOf(AppError);
    expect(error).toMatchObject({
      code: 'PGRST100',
      message: `"failed to parse select parameter (${text})" (line 1, column ${column})`,
    });
    expect((error as AppError).details).toMatch(
      new RegExp(`expecting ${escapePattern(expected)}$`),
    );
  });

  test('more embeds inside each other than Postgres should join', () => {
    expect(failure(`${'a('.repeat(40)}id${')'.repeat(40)}`)).toMatchObject({ code: 'PGRST100' });
  });

  test('more embeds than Postgres could plan in a second', () => {
    const embeds = (count: number) => Array.from({ length: count }, (_, n) => `e${n}:a(id)`).join();
    expect(failure(embeds(64))).toBeUndefined();
    expect(failure(embeds(65))).toMatchObject({
      code: 'PGRST100',
      details: 'At most 64 embeds, nested at most 16 deep.',
    });
  });

  test('a path into JSON that is too long', () => {
    expect(failure(`a${'->0'.repeat(128)}`)).toBeUndefined();
    expect(failure(`a${'->0'.repeat(129)}`)).toMatchObject({ code: 'PGRST100' });
  });

  test.each(['a:: ', 'a::,b', 'a.sum():: '])('a cast to no type: %s', (text) => {
    expect(failure(text)).toMatchObject({ code: 'PGRST100' });
  });
});

function escapePattern(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

/** Writes a tree as `select` would have it, every name quoted. */
function print(items: readonly SelectItem[]): string {
  return items.map(printItem).join(',');
}

function printItem(item: SelectItem): string {
  const alias = item.alias === undefined ? '' : `${quote(item.alias)}:`;
  if (item.kind === 'embed') {
    const hint = item.hint === undefined ? '' : `!${quote(item.hint)}`;
    const join = item.join === undefined ? '' : `!${item.join}`;
    const head = item.spread ? `...${quote(item.relation)}` : alias + quote(item.relation);
    return `${head}${join}${hint}(${print(item.items)})`;
  }
  const cast = item.cast === undefined ? '' : `::${item.cast}`;
  const aggregate = item.aggregate === undefined ? '' : `.${item.aggregate}()`;
  const aggregateCast = item.aggregateCast === undefined ? '' : `::${item.aggregateCast}`;
  return `${alias}${printField(item.field)}${cast}${aggregate}${aggregateCast}`;
}

function printField({ name, path }: FieldSyntax): string {
  const steps = path.map((step) => {
    const key = step.isIndex ? step.key : quote(step.key);
    return `${step.asText ? '->>' : '->'}${key}`;
  });
  return quote(name) + steps.join('');
}

function quote(name: string): string {
  return `"${name.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;
}

const name = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 });
const maybe = <T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> =>
  fc.option(arbitrary, { nil: undefined });
const step = fc.oneof(
  fc.record({ key: name, isIndex: fc.constant(false), asText: fc.boolean() }),
  fc.record({
    key: fc.integer({ min: -99, max: 99 }).map(String),
    isIndex: fc.constant(true),
    asText: fc.boolean(),
  }),
);
const typeName = fc.constantFrom('int', 'double precision', 'text');
const selectField = fc
  .record({
    kind: fc.constant('field' as const),
    field: fc.record({ name, path: fc.array(step, { maxLength: 3 }) }),
    alias: maybe(name),
    cast: maybe(typeName),
    aggregate: maybe(fc.constantFrom('sum', 'avg', 'count', 'max', 'min')),
    aggregateCast: maybe(typeName),
  })
  .map((item) => (item.aggregate === undefined ? { ...item, aggregateCast: undefined } : item));
const { items } = fc.letrec<{ items: readonly SelectItem[]; item: SelectItem }>((tie) => ({
  item: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    selectField,
    fc
      .record({
        kind: fc.constant('embed' as const),
        relation: name,
        alias: maybe(name),
        hint: maybe(name.filter((hint) => hint !== 'inner' && hint !== 'left')),
        join: maybe(fc.constantFrom('inner', 'left')),
        spread: fc.boolean(),
        items: tie('items'),
      })
      .map((item) => (item.spread ? { ...item, alias: undefined } : item)),
  ) as fc.Arbitrary<SelectItem>,
  items: fc.array(tie('item'), { maxLength: 3 }),
}));

test('a printed tree reads back as the same tree', () => {
  fc.assert(
    fc.property(items, (tree) => {
      expect(parseSelect(print(tree))).toEqual(tree);
    }),
    { numRuns: 500 },
  );
});

test('any text is read or refused with PGRST100, and nothing else happens', () => {
  const letters = fc.constantFrom(...'ab1*,.:!()->"\\ $count().sum'.split(''), 'é', '\n', '…');
  const text = fc.oneof(fc.string({ unit: letters }), fc.string({ unit: 'binary' }));
  fc.assert(
    fc.property(text, (input) => {
      const error = failure(input);
      expect(error === undefined || (error as AppError).code === 'PGRST100').toBe(true);
    }),
    { numRuns: 2_000 },
  );
});
