import type { Change } from './changes.ts';
import type { Binding, Heard } from './listener.ts';
import type { Rights, Sight } from './oracle.ts';
import type { Person } from './people.ts';
import type { LeakTable, Row } from './tables.ts';

/** Longer values of `articles.body` are kept outside of the row, and not logged again when they stay. */
const longestInRow = 2_000;

/** What Postgres said before anything was sent. */
export interface Rules {
  readonly rights: (table: string, role: string) => Rights;
  /** Columns of the primary key. */
  readonly keys: (table: string) => readonly string[];
}

/** What a channel must hear of a change: the calls of its callbacks, in order. */
export function expectedOf(
  change: Change,
  person: Person,
  number: number,
  bindings: readonly Binding[],
  rules: Rules,
): Heard[] {
  const refusal = refusalOf(change, person, rules);
  const content = refusal ?? contentFor(change, person, number, rules);
  if (content === undefined) return [];
  return bindings.flatMap((binding, index) =>
    isAbout(binding, change) && (refusal !== undefined || passes(binding, change, person, rules))
      ? [{ binding: index, event: change.kind, table: change.table.name, ...content }]
      : [],
  );
}

type Content = Pick<Heard, 'record' | 'oldRecord' | 'errors'>;

/** Whoever may not read the key, or where there is none, is told that there was a change, and nothing of it. */
function refusalOf({ table, kind }: Change, { role }: Person, rules: Rules): Content | undefined {
  const { readable } = rules.rights(table.name, role);
  const keys = rules.keys(table.name);
  const refusal = (error: string) => ({ record: {}, oldRecord: {}, errors: [error] });
  if (kind !== 'DELETE' && keys.length === 0) {
    return refusal('Error 400: Bad Request, no primary key');
  }
  const isReadable =
    kind === 'DELETE' ? readable.size > 0 : keys.every((column) => readable.has(column));
  return isReadable ? undefined : refusal('Error 401: Unauthorized');
}

function contentFor(
  change: Change,
  person: Person,
  number: number,
  rules: Rules,
): Content | undefined {
  const { table, kind, before, after } = change;
  const isFree = !table.rls || person.role === 'service_role';
  const saw = (sight: Sight | undefined): boolean => isFree || sight?.seenBy.has(number) === true;
  const { readable, hasPolicy } = rules.rights(table.name, person.role);
  const keys = rules.keys(table.name);
  const readableOf = (row: Row): Row =>
    asTold(
      table,
      only(row, (column) => readable.has(column)),
    );
  const keyOf = (row: Row): Row => only(readableOf(row), (column) => keys.includes(column));
  if (kind === 'DELETE') {
    const image = before?.image ?? {};
    if (table.identity === 'full') {
      return saw(before) ? { record: {}, oldRecord: readableOf(image), errors: null } : undefined;
    }
    // What the log kept of the row does not say whether she saw it: its key is told, as long as she could have.
    const isDecided = isFree || !hasPolicy || table.policyOfKey === true;
    if (isDecided && !saw(before)) return undefined;
    return { record: {}, oldRecord: keyOf(image), errors: null };
  }
  if (!saw(after) || after === undefined) return undefined;
  const record = readableOf(only(after.image, (column) => isLogged(change, column)));
  if (kind === 'INSERT') return { record, oldRecord: {}, errors: null };
  const image = before?.image ?? {};
  const isWhole = table.identity === 'full' && saw(before);
  return { record, oldRecord: isWhole ? readableOf(image) : keyOf(image), errors: null };
}

/** A long value that an update leaves alone is not in the log, unless the old row is. */
function isLogged({ table, kind, set, after }: Change, column: string): boolean {
  if (kind !== 'UPDATE' || set.has(column) || table.identity === 'full') return true;
  const value = after?.image[column];
  return typeof value !== 'string' || value.length <= longestInRow;
}

function isAbout({ event, table }: Binding, change: Change): boolean {
  if (event !== '*' && event !== change.kind) return false;
  return table === undefined || table === change.table.name;
}

function passes({ filter }: Binding, change: Change, { role }: Person, rules: Rules): boolean {
  if (filter === undefined) return true;
  // Else the filter would tell of a column that must not be read.
  const [column = ''] = filter.split('=');
  if (!rules.rights(change.table.name, role).readable.has(column)) return false;
  // Of a deleted row only the replica identity is known.
  const isKnown = change.kind !== 'DELETE' || change.table.identity === 'full';
  const sight = change.kind === 'DELETE' ? change.before : change.after;
  return isKnown && sight?.passes.has(filter) === true;
}

function asTold({ bytes = [] }: LeakTable, row: Row): Row {
  return Object.fromEntries(
    Object.entries(row).map(([column, value]) => [
      column,
      bytes.includes(column) && typeof value === 'string' ? value.replace('\\x', '') : value,
    ]),
  );
}

function only(row: Row, keeps: (column: string) => boolean): Row {
  return Object.fromEntries(Object.entries(row).filter(([column]) => keeps(column)));
}
