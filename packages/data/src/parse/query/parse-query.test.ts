import { AppError } from '@plinth/kernel';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { FilterSyntax, LogicSyntax } from '../syntax.ts';
import { canonicalQuery } from './canonical-query.ts';
import { parseOrder } from './order.ts';
import { parseQuery, type QuerySyntax } from './parse-query.ts';
import { splitQuery } from './split-query.ts';

function read(query: string): QuerySyntax {
  return parseQuery(query, 'refused');
}

/** The error of a query that cannot be read. */
function failure(query: string): unknown {
  try {
    read(query);
  } catch (error) {
    return error;
  }
  return undefined;
}

describe('filters', () => {
  test.each<[string, Partial<FilterSyntax>, string[]]>([
    [
      'a=eq.1',
      {
        negated: false,
        test: { kind: 'quantified', operator: 'eq', quantifier: undefined, value: 0 },
      },
      ['1'],
    ],
    ['a=not.like.*b*', { negated: true }, ['%b%']],
    ['a=match.*b*', {}, ['*b*']],
    [
      'a=eq(any).{1,2}',
      { test: { kind: 'quantified', operator: 'eq', quantifier: 'any', value: 0 } },
      ['{1,2}'],
    ],
    ['a=in.(1,"b,c",d\\)', { test: { kind: 'in', value: 0 } }, ['{"1","b,c","d\\\\"}']],
    ['a=in.()', {}, ['{}']],
    ['a=is.NOT_NULL', { test: { kind: 'is', value: 'not_null' } }, []],
    [
      'a=fts(french).chat',
      { test: { kind: 'fullText', operator: 'fts', language: 'french', value: 0 } },
      ['chat'],
    ],
    ['a=isdistinct.1', { test: { kind: 'simple', operator: 'isdistinct', value: 0 } }, ['1']],
    ['a=eq.', {}, ['']],
    ['a=eq.x.y=z', {}, ['x.y=z']],
  ])('%s', (query, expected, values) => {
    const { filters, values: found } = read(query);
    expect(filters).toHaveLength(1);
    expect(filters[0]?.value).toMatchObject(expected);
    expect(found).toEqual(values);
  });

  test('belong to the embed that their name leads to', () => {
    const [filter] = read('clients.projects.data->>a=eq.1').filters;
    expect(filter?.path).toEqual(['clients', 'projects']);
    expect(filter?.value.field).toMatchObject({ name: 'data', path: [{ key: 'a' }] });
  });

  test('without an operator are arguments of a function, and a mistake elsewhere', () => {
    expect(parseQuery('a=b', 'arguments').arguments).toEqual([{ name: 'a', value: 0 }]);
    expect(failure('a=0')).toMatchObject({
      code: 'PGRST100',
      message: '"failed to parse filter (0)" (line 1, column 1)',
      details: 'unexpected "0" expecting "not" or operator (eq, gt, ...)',
    });
    expect(failure('a=noop.0')).toMatchObject({
      details: 'unexpected "o" expecting "not" or operator (eq, gt, ...)',
    });
  });
});

describe('logic trees', () => {
  test('nest, are negated, and take quoted values', () => {
    const [tree] = read('or=(a.eq.1,not.and(b.gt."x,y",c.in.(1,2)),d.cs.{1,2})').trees;
    expect(tree?.value).toMatchObject({
      kind: 'group',
      operator: 'or',
      terms: [
        { kind: 'filter', field: { name: 'a' } },
        { kind: 'group', operator: 'and', negated: true },
        { kind: 'filter', field: { name: 'd' } },
      ],
    });
    expect(read('or=(a.eq.1,b.gt."x,y",d.cs.{1,2})').values).toEqual(['1', 'x,y', '{1,2}']);
  });

  test('a column may be called like an operator', () => {
    const [tree] = read('and=(or.eq.1,not.eq.2)').trees;
    expect(tree?.value).toMatchObject({
      terms: [{ field: { name: 'or' } }, { field: { name: 'not' } }],
    });
  });

  test('of an embed, and as a whole negated', () => {
    const [tree] = read('clients.not.or=(a.eq.1)').trees;
    expect(tree?.path).toEqual(['clients']);
    expect(tree?.value).toMatchObject({ operator: 'or', negated: true });
  });

  test('an empty one says what could stand there', () => {
    expect(failure('or=()')).toMatchObject({
      message: '"failed to parse logic tree (())" (line 1, column 4)',
      details:
        'unexpected ")" expecting field name (* or [a..z0..9_$]), negation operator (not) or logic operator (and, or)',
    });
  });

  test('a depth that no one needs is refused', () => {
    expect(failure(`and=(${'not.and('.repeat(200)}a.eq.1${')'.repeat(201)}`)).toMatchObject({
      code: 'PGRST100',
    });
  });
});

describe('order', () => {
  test('directions, nulls, paths and related columns', () => {
    expect(parseOrder('a.desc.nullslast, b.nullsfirst ,rel(c->d).asc')).toMatchObject([
      { field: { name: 'a' }, direction: 'desc', nulls: 'last' },
      { field: { name: 'b' }, direction: undefined, nulls: 'first' },
      { relation: 'rel', field: { name: 'c', path: [{ key: 'd' }] }, direction: 'asc' },
    ]);
  });

  test.each([
    ['id.asc.nullslasttt', 17, `unexpected 't' expecting "," or end of input`],
    ['id.smth34', 4, 'unexpected "s" expecting "asc", "desc", "nullsfirst" or "nullslast"'],
    ['id.asc.smth34', 8, 'unexpected "s" expecting "nullsfirst" or "nullslast"'],
  ])('%s fails at column %d', (text, column, details) => {
    expect(() => parseOrder(text)).toThrow(
      expect.objectContaining({
        message: `"failed to parse order (${text})" (line 1, column ${column})`,
        details,
      }),
    );
  });
});

describe('the shape of a query', () => {
  test('is equal where only values differ', () => {
    const one = read('select=id&a=eq.1&b=in.(1,2)&or=(c.gt.5,d.like.x*)&order=a&limit=5');
    const other = read('select=id&a=eq.2&b=in.(3)&or=(c.gt."7,8",d.like.y)&order=a&limit=6');
    expect(other.shape).toBe(one.shape);
    expect(other.values).not.toEqual(one.values);
  });

  test.each([
    ['a=eq.1', 'a=neq.1'],
    ['a=eq.1', 'b=eq.1'],
    ['a=is.null', 'a=is.true'],
    ['a=like.1', 'a=like(any).1'],
    ['or=(a.eq.1,b.eq.2)', 'or=(a.eq.1)'],
    ['select=a', 'select=b'],
    ['order=a', 'order=b'],
    ['a=fts(simple).x', 'a=fts(french).x'],
  ])('tells %s from %s', (one, other) => {
    expect(read(one).shape).not.toBe(read(other).shape);
  });

  test('equal shapes have equal structure', () => {
    const parameter = fc.constantFrom(
      'a=eq.',
      'a=not.eq.',
      'b=gt.',
      'or=(a.eq.1,b.is.null)',
      'select=',
    );
    const query = fc.array(fc.tuple(parameter, fc.string({ maxLength: 5 })), { maxLength: 4 });
    const text = (parts: [string, string][]): string =>
      parts
        .map(([head, value]) => head + (head.endsWith(')') ? '' : encodeURIComponent(value)))
        .join('&');
    fc.assert(
      fc.property(query, query, (one, other) => {
        if (failure(text(one)) !== undefined || failure(text(other)) !== undefined) return;
        const [left, right] = [read(text(one)), read(text(other))];
        if (left.shape !== right.shape) return;
        expect(left.filters).toEqual(right.filters);
        expect(left.trees).toEqual(right.trees);
        expect(left.select).toBe(right.select);
      }),
      { numRuns: 1_000 },
    );
  });
});

describe('decoding', () => {
  test('plus is a space, a stray percent sign stays, semicolons separate', () => {
    expect(splitQuery('a+b=c%20d;e=%zz%')).toEqual([
      { name: 'a b', value: 'c d' },
      { name: 'e', value: '%zz%' },
    ]);
  });

  test.each(['a=eq.%ff', 'a=eq.%00', 'a%00=eq.1'])('%s is refused', (query) => {
    expect(failure(query)).toMatchObject({ code: 'PGRST100', status: 400 });
  });

  test('the canonical query is sorted and fully encoded', () => {
    expect(canonicalQuery(splitQuery('c=3&a=eq.(x y)&b&a=2'))).toBe('a=eq.%28x%20y%29,2&b=&c=3');
  });
});

/** Writes a tree as `and` or `or` would have it. */
function print(tree: LogicSyntax): string {
  if (tree.kind === 'filter') return `"${tree.field.name}".${tree.negated ? 'not.' : ''}eq.v`;
  return `${tree.negated ? 'not.' : ''}${tree.operator}(${tree.terms.map(print).join(',')})`;
}

const { tree } = fc.letrec<{ tree: LogicSyntax }>((tie) => ({
  tree: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.record({
      kind: fc.constant('filter' as const),
      field: fc.record({
        name: fc.constantFrom('a', 'and', 'not', 'or', 'x(y'),
        path: fc.constant([]),
      }),
      negated: fc.boolean(),
      test: fc.constant({
        kind: 'quantified' as const,
        operator: 'eq' as const,
        quantifier: undefined,
        value: 0,
      }),
    }),
    fc.record({
      kind: fc.constant('group' as const),
      operator: fc.constantFrom('and' as const, 'or' as const),
      negated: fc.boolean(),
      terms: fc.array(tie('tree'), { minLength: 1, maxLength: 3 }),
    }),
  ),
}));

function withoutSlots(syntax: LogicSyntax): LogicSyntax {
  if (syntax.kind === 'group') return { ...syntax, terms: syntax.terms.map(withoutSlots) };
  return { ...syntax, test: { ...syntax.test, value: 0 } as FilterSyntax['test'] };
}

test('a printed logic tree reads back as the same tree', () => {
  fc.assert(
    fc.property(tree, (wanted) => {
      const [found] = read(`and=(${encodeURIComponent(print(wanted))})`).trees;
      expect(found).toBeDefined();
      const root = found?.value;
      if (root?.kind !== 'group') throw new Error('not a group');
      expect(root.terms.map(withoutSlots)).toEqual([wanted]);
    }),
    { numRuns: 500 },
  );
});

test('any query is read or refused with PGRST100, and nothing else happens', () => {
  const letters = fc.constantFrom(...'ab=&.,()%"\\{}not.inor.eq.is*->1 ;+'.split(''), '%ff', 'é');
  fc.assert(
    fc.property(fc.string({ unit: letters, maxLength: 60 }), (query) => {
      const error = failure(query);
      if (error !== undefined) expect(error).toBeInstanceOf(AppError);
      if (error !== undefined) expect(error).toMatchObject({ code: 'PGRST100' });
    }),
    { numRuns: 3_000 },
  );
});
