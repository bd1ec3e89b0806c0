import type { IsValue, QuantifiableOperator, SimpleOperator, Test } from '../../parse/syntax.ts';
import type { Condition, EmbedPlan, PlannedField } from '../../plan/read/read-plan.ts';
import { Fragment, fromCatalog, join, name, sql, value } from '../fragment.ts';
import { fieldSql, languageSql } from './field.ts';

/** How the presence of an embed is asked for: it differs between reading rows and counting them. */
export type EmbedTest = (embed: EmbedPlan, present: boolean) => Fragment;

/** One condition on the relation that SQL calls `alias`. */
export function conditionSql(alias: string, condition: Condition, embedTest: EmbedTest): Fragment {
  switch (condition.kind) {
    case 'group': {
      const terms = condition.terms.map((term) => conditionSql(alias, term, embedTest));
      const group = sql`(${join(terms, condition.operator === 'and' ? ' and ' : ' or ')})`;
      return condition.negated ? sql`not ${group}` : group;
    }
    case 'embed':
      return embedTest(condition.embed, condition.present);
    case 'test': {
      const test = testSql(fieldSql(alias, condition.field), condition.field, condition.test);
      return condition.negated ? sql`not ${test}` : test;
    }
  }
}

/** Rows of the embed's lateral join: whether there are any. */
export const joinedEmbedTest: EmbedTest = ({ shape, alias }, present) => {
  const isRow = shape === 'object' || shape === 'spreadObject';
  // A row of nulls is a row; an array is null where no row went into it.
  const rows = isRow ? sql`(${name(alias)}.*)` : name(alias, alias);
  return present ? sql`${rows} is distinct from null` : sql`${rows} is not distinct from null`;
};

const simpleOperators: Readonly<Record<SimpleOperator, string>> = {
  neq: '<>',
  cs: '@>',
  cd: '<@',
  ov: '&&',
  sl: '<<',
  sr: '>>',
  nxr: '&<',
  nxl: '&>',
  adj: '-|-',
  isdistinct: 'is distinct from',
};

const quantifiableOperators: Readonly<Record<QuantifiableOperator, string>> = {
  eq: '=',
  gte: '>=',
  gt: '>',
  lte: '<=',
  lt: '<',
  like: 'like',
  ilike: 'ilike',
  match: '~',
  imatch: '~*',
};

const isValues: Readonly<Record<IsValue, Fragment>> = {
  null: sql`null`,
  not_null: sql`not null`,
  true: sql`true`,
  false: sql`false`,
  unknown: sql`unknown`,
};

const textSearch = {
  fts: sql`to_tsquery`,
  plfts: sql`plainto_tsquery`,
  phfts: sql`phraseto_tsquery`,
  wfts: sql`websearch_to_tsquery`,
} as const;

function testSql(left: Fragment, field: PlannedField, test: Test): Fragment {
  switch (test.kind) {
    case 'is':
      return sql`${left} is ${isValues[test.value]}`;
    case 'simple':
      return sql`${left} ${operatorSql(simpleOperators[test.operator])} ${transformed(field, test.value)}`;
    case 'quantified':
      return quantifiedSql(left, field, test);
    case 'in':
      // One array parameter, so that lists of any length share a statement.
      return sql`${left} = any (${list(field, test.value)})`;
    case 'fullText': {
      const query = sql`${textSearch[test.operator]}(${languageSql(test.language)}${value(test.value)})`;
      return sql`${left} @@ ${query}`;
    }
  }
}

function quantifiedSql(
  left: Fragment,
  field: PlannedField,
  { operator, quantifier, value: slot }: Test & { readonly kind: 'quantified' },
): Fragment {
  const isPattern = operator === 'like' || operator === 'ilike';
  const right = isPattern ? sql`${value(slot)}` : transformed(field, slot);
  const sign = operatorSql(quantifiableOperators[operator]);
  if (quantifier === undefined) return sql`${left} ${sign} ${right}`;
  return sql`${left} ${sign} ${quantifier === 'any' ? sql`any` : sql`all`}(${right})`;
}

function operatorSql(sign: string): Fragment {
  return new Fragment([sign], []);
}

/** A value in the form in which the column has it. */
function transformed({ transform }: PlannedField, slot: number): Fragment {
  if (transform === undefined) return sql`${value(slot)}`;
  return sql`${fromCatalog(transform)}(${value(slot)})`;
}

function list({ transform }: PlannedField, slot: number): Fragment {
  if (transform === undefined) return sql`${value(slot)}`;
  return sql`(select ${fromCatalog(transform)}(unnest(${value(slot)}::text[])))`;
}
