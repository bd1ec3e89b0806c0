import { PostgresError, quoteIdentifier } from '@plinth/postgres';
import type { CatalogColumn, TableCatalog } from '../catalog/table-catalog.ts';
import { InvalidParameter } from '../errors.ts';
import type { ImageDatabase } from '../policies/in-sql/image-database.ts';
import type { Filter, SqlFilter } from './filter.ts';
import { inProcessFilter } from './in-process-filter.ts';
import { hasDanglingEscape } from './like.ts';
import type { ParsedFilter } from './parse-filter.ts';

/** Longest that reading a filter's value may take, in milliseconds. */
const timeout = 1_000;

/** And a pattern, which is read again for a change: one that takes long would hold up its table each time. */
const patternTimeout = 250;

const mostValues = 100;

const sqlOperators: Readonly<Record<string, string>> = {
  eq: '=',
  neq: '<>',
  lt: '<',
  lte: '<=',
  gt: '>',
  gte: '>=',
  like: 'like',
  ilike: 'ilike',
  match: '~',
  imatch: '~*',
  isdistinct: 'is distinct from',
};

const keywords: readonly string[] = ['null', 'true', 'false', 'unknown'];

/**
 * Readies a condition for a table. Throws InvalidParameter or PostgresError where column, operator and value do not
 * fit together.
 */
export async function compileFilter(
  images: ImageDatabase,
  table: TableCatalog,
  filter: ParsedFilter,
): Promise<Filter> {
  const column = table.byName.get(filter.column);
  if (column === undefined) {
    throw new InvalidParameter(`invalid column for filter ${filter.column}`);
  }
  if (filter.operator === 'is') checkKeyword(filter.value, column);
  const values = await readValues(images, filter, column);
  const inProcess = column.generated === undefined && inProcessFilter(filter, column, values);
  return inProcess || sqlFilter(filter, column);
}

function checkKeyword(value: string, { typeName, written }: CatalogColumn): void {
  if (!keywords.includes(value)) {
    throw new InvalidParameter(
      'invalid value for is filter: must be null, true, false, or unknown',
    );
  }
  if (value !== 'null' && typeName !== 'bool') {
    throw new InvalidParameter(`is ${value} filter requires a boolean column, got ${written}`);
  }
}

/** The values in the text form that the log has, read by Postgres as the column's type. */
async function readValues(
  images: ImageDatabase,
  filter: ParsedFilter,
  column: CatalogColumn,
): Promise<readonly string[]> {
  const { operator, value } = filter;
  if (operator === 'is') return [value];
  if (value.includes('\0'))
    throw new InvalidParameter('invalid byte sequence for encoding "UTF8": 0x00');
  const argument = `(pg_catalog.current_setting('plinth.arguments')::pg_catalog.json ->> 0)`;
  const plain = plainValue(filter, column);
  if (plain !== undefined) return [plain];
  const isRegular = operator === 'match' || operator === 'imatch';
  if (isRegular && refersBack(value)) {
    throw new InvalidParameter(
      `invalid regular expression for ${operator} filter: back references are not supported`,
    );
  }
  const statement = statementFor(operator, column, argument);
  const text = await images
    .query(statement, [], {
      role: 'none',
      arguments: JSON.stringify([value]),
      timeout: isRegular ? patternTimeout : timeout,
    })
    .catch((error: unknown) => {
      throw invalidPattern(operator, error);
    });
  const answer = JSON.parse(text ?? '[]') as { values?: (string | null)[]; bad?: boolean };
  if (answer.bad === true) {
    throw new InvalidParameter(
      `operator ${operator} requires a text-compatible column type, got ${column.loose}`,
    );
  }
  if (operator === 'like' && hasDanglingEscape(value)) {
    throw new InvalidParameter('LIKE pattern must not end with escape character');
  }
  const values = (answer.values ?? []).filter((each) => each !== null);
  if (values.length > mostValues) {
    throw new InvalidParameter('too many values for `in` filter. Maximum 100');
  }
  return column.comparison === 'boolean' ? values.map((each) => each.slice(0, 1)) : values;
}

/** A value whose form in the log is certain: Postgres need not be asked, however many there are. */
function plainValue(
  { operator, value }: ParsedFilter,
  { comparison, typeName }: CatalogColumn,
): string | undefined {
  if (!plainOperators.includes(operator)) return undefined;
  switch (comparison) {
    case 'text':
      return value;
    case 'uuid':
      return uuid.test(value) ? value.toLowerCase() : undefined;
    case 'integer': {
      const most = typeName === 'int2' ? 4 : 9;
      return /^\d+$/.test(value) && value.length <= most ? String(Number(value)) : undefined;
    }
    default:
      return undefined;
  }
}

const plainOperators: readonly string[] = ['eq', 'neq', 'lt', 'lte', 'gt', 'gte', 'isdistinct'];

const uuid = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i;

/**
 * Whether a pattern asks for what it has matched before. All others take time in proportion to the text; with these, a
 * stranger could make each change of a table take seconds for everybody.
 */
function refersBack(pattern: string): boolean {
  return /(?:^|[^\\])(?:\\\\)*\\[1-9]/.test(pattern);
}

/** Upstream's words for a pattern that Postgres refuses. */
function invalidPattern(operator: string, error: unknown): unknown {
  if (!(error instanceof PostgresError) || error.code !== '2201B') return error;
  return new InvalidParameter(
    `invalid regular expression for ${operator} filter: ${error.message}`,
  );
}

function statementFor(
  operator: ParsedFilter['operator'],
  { loose }: CatalogColumn,
  argument: string,
): string {
  const one = `pg_catalog.json_build_array((${argument}::${loose})::pg_catalog.text)`;
  const isPattern = `pg_catalog.json_build_object('values', pg_catalog.json_build_array(${argument}), 'bad', not exists (
    select from pg_catalog.pg_operator where oprname = '%s' and oprleft = '${loose.replaceAll("'", "''")}'::pg_catalog.regtype
  ))::pg_catalog.text`;
  switch (operator) {
    case 'in':
      return `select pg_catalog.json_build_object('values', coalesce((
        select pg_catalog.json_agg(each::pg_catalog.text) from pg_catalog.unnest(${argument}::${loose}[]) as each
      ), '[]'))::pg_catalog.text`;
    case 'like':
    case 'ilike':
      return `select ${isPattern.replace('%s', '~~')}`;
    case 'match':
    case 'imatch':
      // A pattern that is none is refused here, with what Postgres says about it.
      return `select ${isPattern.replace('%s', operator === 'match' ? '~' : '~*')} where ('' ~ ${argument}) is not null`;
    default:
      return `select pg_catalog.json_build_object('values', ${one})::pg_catalog.text`;
  }
}

function sqlFilter(filter: ParsedFilter, column: CatalogColumn): SqlFilter {
  const name = quoteIdentifier(column.name);
  const { operator, isNegated, value } = filter;
  const type = operator === 'in' ? `${column.loose}[]` : column.loose;
  // Patterns are text whatever text-like type the column has.
  const isPattern = ['like', 'ilike', 'match', 'imatch'].includes(operator);
  const start = isNegated ? 'not (' : '(';
  const infix = operator === 'in' ? '= any (' : `${sqlOperators[operator]} (`;
  if (operator === 'is') {
    const condition = `${start}${name} is ${value})`;
    return { ...common(filter), before: `${condition} and (`, behind: ' is not null)' };
  }
  return {
    ...common(filter),
    before: `${start}${name} ${infix}`,
    behind: `::${isPattern ? 'pg_catalog.text' : type}))`,
  };
}

function common(source: ParsedFilter): Omit<SqlFilter, 'before' | 'behind'> {
  return {
    kind: 'sql',
    column: source.column,
    value: source.value,
    source,
    broken: undefined,
    suspicion: 0,
  };
}
