import type { Oracle, Sight } from './oracle.ts';
import { type Draw, type LeakTable, quoted, type Row } from './tables.ts';

/** A committed change, and what Postgres said of it before and after. */
export interface Change {
  readonly table: LeakTable;
  readonly kind: 'INSERT' | 'UPDATE' | 'DELETE';
  readonly before?: Sight;
  readonly after?: Sight;
  /** Columns that the statement set. */
  readonly set: ReadonlySet<string>;
}

/** Rows that are there, and where the next one comes. */
export class Rows {
  readonly #ids = new Map<string, number[]>();
  #last = 0;

  next(): number {
    this.#last += 1;
    return this.#last;
  }

  of(table: LeakTable): number[] {
    const known = this.#ids.get(table.name) ?? [];
    this.#ids.set(table.name, known);
    return known;
  }
}

/** Most rows of a table that are kept: what is changed again and again finds more mistakes. */
const mostRows = 12;

/** One random transaction of a few changes; what a savepoint or the whole of it takes back never was. */
export async function randomTransaction(
  oracle: Oracle,
  tables: readonly LeakTable[],
  rows: Rows,
  draw: Draw,
): Promise<readonly Change[]> {
  const { random } = draw;
  await oracle.run('begin');
  const changes: Change[] = [];
  for (let step = random.below(5); step >= 0; step -= 1) {
    const table = random.pick(tables);
    if (random.chance(0.07)) {
      await oracle.run('savepoint undone');
      await insertRow(oracle, table, rows.next(), draw);
      await oracle.run('rollback to savepoint undone');
    }
    changes.push(await randomChange(oracle, table, rows, draw));
  }
  await oracle.run('commit');
  return changes;
}

function randomChange(oracle: Oracle, table: LeakTable, rows: Rows, draw: Draw): Promise<Change> {
  const ids = rows.of(table);
  const { random } = draw;
  if (ids.length === 0 || (ids.length < mostRows && random.chance(0.45))) {
    const id = rows.next();
    ids.push(id);
    return insertRow(oracle, table, id, draw);
  }
  const place = random.below(ids.length);
  const id = ids[place] ?? 0;
  if (random.chance(0.3)) {
    ids.splice(place, 1);
    return remove(oracle, table, id);
  }
  if (random.chance(0.1)) {
    ids[place] = rows.next();
    return update(oracle, table, id, { id: ids[place] });
  }
  const whole = table.row(draw);
  const part = Object.fromEntries(random.some(Object.entries(whole), 0.6));
  return update(oracle, table, id, { ...part, tag: `again ${random.below(1_000)}` });
}

/** A new row, with what Postgres says of it. */
export async function insertRow(
  oracle: Oracle,
  table: LeakTable,
  id: number,
  draw: Draw,
): Promise<Change> {
  const row = { ...table.row(draw), id, tag: `new ${id}` };
  const name = quoted(table.name);
  const columns = Object.keys(row).map(quoted).join(', ');
  await oracle.run(
    `insert into ${name} (${columns}) select ${columns} from jsonb_populate_record(null::${name}, $1)`,
    [JSON.stringify(row)],
  );
  const after = await oracle.see(table.name, id, table.filters);
  return { table, kind: 'INSERT', after, set: new Set(Object.keys(row)) };
}

async function update(oracle: Oracle, table: LeakTable, id: number, row: Row): Promise<Change> {
  const before = await oracle.see(table.name, id, table.filters);
  const name = quoted(table.name);
  const columns = Object.keys(row).map(quoted).join(', ');
  await oracle.run(
    `update ${name} set (${columns}) =
       (select ${columns} from jsonb_populate_record(null::${name}, $1)) where id = $2`,
    [JSON.stringify(row), id],
  );
  const now = typeof row.id === 'number' ? row.id : id;
  const after = await oracle.see(table.name, now, table.filters);
  return { table, kind: 'UPDATE', before, after, set: new Set(Object.keys(row)) };
}

async function remove(oracle: Oracle, table: LeakTable, id: number): Promise<Change> {
  const before = await oracle.see(table.name, id, table.filters);
  await oracle.run(`delete from ${quoted(table.name)} where id = $1`, [id]);
  return { table, kind: 'DELETE', before, set: new Set() };
}
