import { AppError } from '@plinth/kernel';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { RawCatalog } from '../catalog/read/raw-catalog.ts';
import { SchemaCache } from '../catalog/schema-cache.ts';
import { parsePrefer } from '../parse/headers/prefer.ts';
import { parseQuery } from '../parse/query/parse-query.ts';
import type { PlanContext } from '../plan/context.ts';
import { planRead } from '../plan/read/plan-read.ts';
import { planWrite } from '../plan/write/plan-write.ts';
import { defaultDataSettings } from '../settings/data-settings.ts';
import { literal, name, type StatementText, sql, typeName, value } from './fragment.ts';
import { readStatement, writeStatement } from './statement.ts';

/** Names with everything in them that SQL could trip over. */
const evil = `a"b'c\\d;--/*$1*/`;

const raw: RawCatalog = {
  tables: [
    [
      1,
      'public',
      evil,
      'r',
      7,
      ['id'],
      [
        ['id', 'integer', 'integer', null],
        [evil, 'jsonb', 'jsonb', null],
        ['child', 'integer', 'integer', null],
      ],
    ],
    [
      2,
      'public',
      'child',
      'r',
      7,
      ['id'],
      [
        ['id', 'integer', 'integer', null],
        ['t', 'text', 'text', "'x'::text"],
      ],
    ],
  ],
  keys: {
    foreign: [[evil, [1, 'public', evil], [2, 'public', 'child'], [['child', 3, 'id', 1]], false]],
    primary: [],
  },
  views: [],
  functions: [],
  computed: [],
  representations: [],
  handlers: [],
  roles: [],
};

const cache = new SchemaCache(raw, ['public']);
const context: PlanContext = {
  cache,
  settings: { ...defaultDataSettings, aggregates: true },
  schema: 'public',
};

const plain = { handler: { kind: 'json' }, explain: undefined, check: undefined } as const;

function read(query: string, table = evil): StatementText {
  const relation = cache.table({ schema: 'public', name: table });
  if (relation === undefined) throw new Error('no such table');
  const root = { relation, source: 'relation', isLimited: true } as const;
  const { plan } = planRead(context, root, parseQuery(query, 'refused'), new Map());
  return readStatement(plan, plain, { count: 'exact', maxRows: 10, isWhole: false });
}

function write(query: string, keys: readonly string[]): StatementText {
  const table = cache.table({ schema: 'public', name: evil });
  if (table === undefined) throw new Error('no such table');
  const syntax = parseQuery(query, 'refused');
  const preferences = parsePrefer('return=representation, missing=default');
  const body = { keys, isObject: false };
  const plan = planWrite(context, { kind: 'update', table, syntax, preferences, body });
  return writeStatement(plan, undefined, plain, undefined);
}

/** What is left of a statement without its quoted names, literals and parameters. */
function skeleton(text: string): string {
  const token = / E'(?:[^'\\]|''|\\.)*'|'(?:[^']|'')*'|"(?:[^"]|"")*"|\$\d+/gs;
  return text.replace(token, ([first]) => (first === '"' ? 'N' : first === '$' ? 'P' : ' L '));
}

const words = new Set(
  `N L P select from as where and or not in is null true false unknown order by asc desc nulls first last limit group
  left inner join lateral on exists with update set returning pg_catalog count coalesce json_agg row_to_json jsonb body
  nullif current_setting to_tsvector to_tsquery plainto_tsquery phraseto_tsquery websearch_to_tsquery any all like ilike
  distinct to_jsonb int sum avg max min cast text _postgrest_t pgrst_source pgrst_source_count json jsonb_array_elements
  jsonb_to_record jsonb_build_object pgrst_item value _ integer public child 1 10 N.N`
    .split(/\s+/)
    .filter((word) => word !== ''),
);

function strangers(text: string): string[] {
  return skeleton(text)
    .split(/[\s(),.:;=<>@&|~*+\-!?]+/)
    .filter((word) => word !== '' && !words.has(word));
}

describe('nothing of a request becomes SQL', () => {
  const hostile = fc.constantFrom(
    ...[
      '"',
      "'",
      '\\',
      ';',
      '--',
      '/*',
      '*/',
      '$1',
      '$$',
      ' ',
      'drop',
      ')',
      '(',
      ',',
      '.',
      ':',
      '->',
      '%',
      '\n',
      'é',
      '`',
      'x',
    ],
  );
  const text = fc.string({ unit: hostile, minLength: 1, maxLength: 8 });
  const quoted = text.map((each) => `"${each.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`);
  const parameter = fc.oneof(
    fc.tuple(
      fc.constant('select'),
      fc.tuple(quoted, quoted, quoted).map(([a, b, c]) => `${a}:${b}->>${c},child(${a},t)`),
    ),
    fc.tuple(
      quoted,
      fc
        .tuple(
          fc.constantFrom('eq.', 'in.(', 'like(any).', 'cs.', 'fts(simple).', 'isdistinct.'),
          text,
        )
        .map(([op, each]) => op + each + (op === 'in.(' ? ')' : '')),
    ),
    fc.tuple(
      fc.constantFrom('or', 'and', 'child.not.or'),
      fc
        .tuple(quoted, text, quoted)
        .map(([a, b, c]) => `(${a}.eq.${b},not.and(${c}->a.is.null,${c}.gt."x"))`),
    ),
    fc.tuple(
      fc.constant('order'),
      quoted.map((each) => `${each}->${each}.desc,child(${each})`),
    ),
  );
  const query = fc
    .array(parameter, { maxLength: 5 })
    .map((all) =>
      all.map(([key, each]) => `${encodeURIComponent(key)}=${encodeURIComponent(each)}`).join('&'),
    );

  test('reads: whatever its names and values are, the rest is ours', () => {
    let made = 0;
    fc.assert(
      fc.property(query, (each) => {
        let statement: StatementText;
        try {
          statement = read(each);
        } catch (error) {
          expect(error).toBeInstanceOf(AppError);
          return;
        }
        made += 1;
        expect(strangers(statement.text)).toEqual([]);
      }),
      { numRuns: 2_000 },
    );
    // The property would hold of nothing, too.
    expect(made).toBeGreaterThan(200);
  });

  test('writes: columns are names, rows are a parameter', () => {
    const { text, bindings } = write(
      `${encodeURIComponent(`"${evil.replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`)}=eq.1`,
      ['id', evil],
    );
    expect(strangers(text)).toEqual([]);
    expect(bindings).toEqual([{ kind: 'body' }, { kind: 'value', slot: 0 }]);
  });

  test('a type name is letters, digits and spaces, or none', () => {
    expect(typeName('double precision').render().text).toBe('double precision');
    expect(() => typeName('int); drop')).toThrow(RangeError);
  });
});

describe('statements', () => {
  test('one shape gives one text', () => {
    expect(read('id=eq.1&order=id').text).toBe(read('id=eq.2&order=id').text);
  });

  test('the same value is the same parameter', () => {
    expect(sql`${value(3)} ${value(4)} ${value(3)}`.render()).toEqual({
      text: '$1 $2 $1',
      bindings: [
        { kind: 'value', slot: 3 },
        { kind: 'value', slot: 4 },
      ],
    });
  });

  test('names and literals are quoted', () => {
    expect(name('a"b', 'c').render().text).toBe('"a""b"."c"');
    expect(literal("it's").render().text).toBe("'it''s'");
  });
});
