import { join, type Sql, sql } from '@plinth/postgres';
import { consoleError } from '../../errors/console-errors.ts';
import { type OrderKey, ofTable } from './row-order.ts';

/** The values of an order's keys in one row, in text form. */
export type Anchor = readonly (string | null)[];

/**
 * The rows behind an anchor, as stretches of the order: conditions that exclude each other and follow one
 * another. Each is a conjunction of equalities with at most one row comparison or null test, which is what
 * a btree can start at; one expanded OR of everything could not. Most orders give a single stretch. See
 * DESIGN.md. Throws AppError `invalid_anchor`.
 */
export function stretchesBehind(keys: readonly OrderKey[], anchor: Anchor): readonly Sql[] {
  if (anchor.length !== keys.length) throw consoleError('invalid_anchor');
  const places = keys.map((key, index) => ({ key, value: anchor[index] ?? null }));
  for (const { key, value } of places) {
    if (value === null && !key.nullable) throw consoleError('invalid_anchor');
  }
  const stretches: Sql[] = [];
  for (let last = places.length - 1; last >= 0; ) {
    const first = startOfRun(places, last);
    const before = places.slice(0, first).map(equals);
    for (const behind of behindRun(places.slice(first, last + 1))) {
      stretches.push(join([...before, behind], ' and '));
    }
    last = first - 1;
  }
  return stretches;
}

interface Place {
  readonly key: OrderKey;
  readonly value: string | null;
}

/**
 * Keys of one direction form a run that one row comparison covers, as long as only its first key can be
 * null: further back a null would make the comparison unknown where the order knows its place.
 */
function startOfRun(places: readonly Place[], last: number): number {
  let first = last;
  for (;;) {
    const current = places[first];
    const previous = places[first - 1];
    if (current === undefined || previous === undefined) return first;
    const extends_ =
      !current.key.nullable &&
      previous.value !== null &&
      previous.key.descending === current.key.descending;
    if (!extends_) return first;
    first -= 1;
  }
}

/** What lies behind a run's values, given that the keys before it are equal. */
function behindRun(run: readonly Place[]): readonly Sql[] {
  const [first] = run;
  if (first === undefined) return [];
  const { key, value } = first;
  const column = ofTable(key.name);
  // Ascending, nulls come last: nothing is behind them. Descending they come first: all values are.
  if (value === null) return key.descending ? [sql`${column} is not null`] : [];
  const columns = join(run.map((place) => ofTable(place.key.name)));
  const values = join(run.map((place) => sql`${place.value}::${place.key.type}`));
  if (key.descending) return [sql`(${columns}) < (${values})`];
  const behind = sql`(${columns}) > (${values})`;
  return key.nullable ? [behind, sql`${column} is null`] : [behind];
}

function equals({ key, value }: Place): Sql {
  const column = ofTable(key.name);
  return value === null ? sql`${column} is null` : sql`${column} = ${value}::${key.type}`;
}
