import type { JsonStep } from '../../parse/syntax.ts';
import type { PlannedField } from '../../plan/read/read-plan.ts';
import { empty, Fragment, fromCatalog, join, literal, name, sql } from '../fragment.ts';

/** A column of `alias`, with the path into its JSON. The name `*` stands for all columns. */
export function fieldSql(alias: string, field: PlannedField): Fragment {
  const column = columnSql(alias, field.column);
  const whole =
    field.path.length === 0
      ? column
      : sql`${field.toJson ? sql`to_jsonb(${column})` : column}${pathSql(field.path)}`;
  if (field.toTsvector === undefined) return whole;
  return sql`to_tsvector(${languageSql(field.toTsvector.language)}${whole})`;
}

/** As `fieldSql`, put into the form in which it goes out. */
export function selectedFieldSql(alias: string, field: PlannedField): Fragment {
  const plain = fieldSql(alias, field);
  return field.transform === undefined ? plain : sql`${fromCatalog(field.transform)}(${plain})`;
}

export function columnSql(alias: string, column: string): Fragment {
  return column === '*' ? sql`${name(alias)}.*` : name(alias, column);
}

/** `'french', ` as the first argument of a text search function. */
export function languageSql(language: string | undefined): Fragment {
  return language === undefined ? empty : sql`${literal(language)}, `;
}

function pathSql(path: readonly JsonStep[]): Fragment {
  return join(path.map(stepSql), '');
}

function stepSql({ key, isIndex, asText }: JsonStep): Fragment {
  const operand = isIndex ? sql`${literal(key)}::int` : literal(key);
  return new Fragment([asText ? '->>' : '->', ''], [operand]);
}
