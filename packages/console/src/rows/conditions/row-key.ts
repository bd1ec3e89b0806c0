import { join, type Sql, sql } from '@plinth/postgres';
import type { TableShape } from '@plinth/schema';
import type { RowKey } from '../../api/rows.ts';
import { consoleError } from '../../errors/console-errors.ts';
import { identityKeys, ofTable } from '../order/row-order.ts';

/** The condition that names one row. Throws AppError `no_row_key` or `invalid_key`. */
export function keyCondition(shape: TableShape, key: RowKey): Sql {
  const values = keyValues(shape, key);
  return join(
    identityKeys(shape).map(
      ({ name, type }, index) => sql`${ofTable(name)} = ${values[index] ?? ''}::${type}`,
    ),
    ' and ',
  );
}

/** The condition that names all rows of a list. */
export function keysCondition(shape: TableShape, keys: readonly RowKey[]): Sql {
  const identity = identityKeys(shape);
  const columns = join(identity.map(({ name }) => ofTable(name)));
  const rows = keys.map((key) => {
    const values = keyValues(shape, key);
    return sql`(${join(identity.map(({ type }, index) => sql`${values[index] ?? ''}::${type}`))})`;
  });
  return sql`(${columns}) in (${join(rows)})`;
}

function keyValues(shape: TableShape, key: RowKey): readonly string[] {
  const identity = identityKeys(shape);
  if (identity.length === 0) throw consoleError('no_row_key');
  const isSame =
    Object.keys(key).length === identity.length &&
    identity.every(({ name }) => Object.hasOwn(key, name));
  if (!isSame) {
    const names = identity.map(({ name }) => name).join(', ');
    throw consoleError('invalid_key', { message: `The key of a row of this table is ${names}` });
  }
  return identity.map(({ name }) => key[name] ?? '');
}
