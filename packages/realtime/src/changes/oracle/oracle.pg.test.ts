import { createTestDatabase, type TestDatabase } from '@plinth/testkit';
import { readConfigureGlobal } from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { TestFeed, type TestSubscriber } from '../../../testkit/test-feed.ts';
import { Oracle, type OraclePolicy, type OracleTable, type Sight } from './oracle.ts';
import { columns, filters, foundation, identities, policies, values } from './vocabulary.ts';

let database: TestDatabase;
let feed: TestFeed;

beforeAll(async () => {
  database = await createTestDatabase();
  await database.as().script('drop role if exists editor');
  await database.run(foundation);
  feed = await TestFeed.start(database);
});
afterAll(async () => {
  await feed?.close();
  await database?.close();
});

/** A generator of pseudo-random numbers (mulberry32). */
function dice(seed: number): (sides: number) => number {
  let state = seed;
  return (sides) => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % sides;
  };
}

type Dice = ReturnType<typeof dice>;

const pick = <T>(roll: Dice, items: readonly T[]): T => items[roll(items.length)] as T;

/** An event in short: what must be equal. */
interface Expected {
  readonly type: string;
  readonly table: string;
  readonly ids: readonly number[];
  readonly record?: { readonly id?: unknown };
  readonly old?: { readonly id?: unknown };
}

const runs = 12;
const firstSeed = readConfigureGlobal()?.seed ?? Math.floor(Date.now() % 2 ** 31);

async function makeTable(roll: Dice, name: string): Promise<OracleTable> {
  const isGuarded = roll(8) > 0;
  const isFull = roll(2) === 0;
  const lines = [`create table ${name} (${columns})`, `grant select on ${name} to editor`];
  const used: OraclePolicy[] = [];
  if (isGuarded) {
    lines.push(`alter table ${name} enable row level security`);
    const count = 1 + roll(3);
    for (let number = 0; number < count; number += 1) {
      const using = pick(roll, policies).replaceAll('TABLE', name);
      const kind = number > 0 && roll(4) === 0 ? 'restrictive' : 'permissive';
      const to = pick(roll, ['public', 'authenticated', 'authenticated, anon', 'editor']);
      // Together they are looked up in the table, which shows what it holds by then.
      if (used.some((other) => isOf(other.using, 'hidden') && isOf(using, 'members'))) continue;
      if (used.some((other) => isOf(other.using, 'members') && isOf(using, 'hidden'))) continue;
      used.push({ using, isPermissive: kind === 'permissive', to: to.split(', ') });
      lines.push(
        `create policy p${number} on ${name} as ${kind} for select to ${to} using (${using})`,
      );
    }
  }
  if (isFull) lines.push(`alter table ${name} replica identity full`);
  lines.push(`alter publication supabase_realtime add table ${name}`);
  await database.run(lines.join(';\n'));
  return { name, isFull, isGuarded, policies: used };
}

/** Whether the policies for a role read anything of the row that its key does not have. */
function readsRow({ policies: used }: OracleTable, role: unknown): boolean {
  const names = Object.keys(values).map((name) => name.replaceAll('"', ''));
  const pattern = new RegExp(`\\b(?:tag|${names.join('|')})\\b`);
  const own = used.filter(({ to }) => to.includes('public') || to.includes(String(role)));
  if (!own.some(({ isPermissive }) => isPermissive)) return false;
  return own.some(({ using }) => pattern.test(using.replaceAll(/'[^']*'/g, '')));
}

const isOf = (using: string, name: string): boolean => using.includes(name);

test.each(Array.from({ length: runs }, (_, run) => firstSeed + run))(
  'who receives what is what Postgres says (%i)',
  { timeout: 120_000 },
  async (seed) => {
    const roll = dice(seed);
    const tables = [await makeTable(roll, `a_${seed}`), await makeTable(roll, `b_${seed}`)];
    const subscribers = identities.map((claims) => {
      const chosen = Array.from({ length: 1 + roll(3) }, () => {
        const [filter, meaning] = pick(roll, filters);
        return {
          table: pick(roll, tables),
          event: pick(roll, ['*', 'INSERT', 'update', 'DELETE']),
          filter,
          meaning,
        };
      });
      const bindings = chosen.map(({ table, event, filter }) => ({
        event,
        schema: 'public',
        table: table.name,
        ...(filter !== undefined && { filter }),
      }));
      return { chosen, subscriber: feed.begin(claims, bindings), expected: [] as Expected[] };
    });
    for (const { subscriber } of subscribers) await subscriber.subscription.streaming;

    const rows = new Map<OracleTable, number[]>(tables.map((table) => [table, []]));
    /** Identity, table and row of which it is open whether they are seen. */
    const unclear = new Set<string>();
    let next = 1;
    const expectFor = (
      table: OracleTable,
      type: string,
      deciding: Sight,
      old: Sight | undefined,
      hadFilterColumns: boolean,
    ): void => {
      for (const [number, { chosen, subscriber, expected }] of subscribers.entries()) {
        const role = identities[number]?.['role'];
        const isUnguarded = !table.isGuarded || role === 'service_role';
        const isChecked = type !== 'DELETE' || table.isFull || !readsRow(table, role);
        if (!isUnguarded && (deciding.unclear.has(number) || old?.unclear.has(number) === true)) {
          unclear.add(`${number} ${table.name} ${String(deciding.row['id'])}`);
        }
        if (!isUnguarded && isChecked && !deciding.seers.has(number)) continue;
        const ids = new Set<number>();
        for (const [at, { table: own, event, meaning }] of chosen.entries()) {
          if (own !== table) continue;
          if (event !== '*' && event.toUpperCase() !== type) continue;
          if (meaning !== 'true' && !hadFilterColumns) continue;
          if (!deciding.filters.has(meaning)) continue;
          ids.add(subscriber.subscription.ids[at] ?? -1);
        }
        if (ids.size === 0) continue;
        const sawOld = isUnguarded || old?.seers.has(number) === true;
        expected.push({
          type,
          table: table.name,
          ids: [...ids].sort((a, b) => a - b),
          ...(type !== 'DELETE' && { record: deciding.row }),
          ...(old !== undefined && {
            old: table.isFull && sawOld ? old.row : { id: old.row['id'] },
          }),
        });
      }
    };

    for (let round = 0; round < 14; round += 1) {
      await Oracle.run(
        database.as(),
        identities,
        filters.map(([, meaning]) => meaning),
        async (oracle, transaction) => {
          for (let step = 0; step <= roll(3); step += 1) {
            const table = pick(roll, tables);
            const ids = rows.get(table) ?? [];
            const action = ids.length === 0 ? 0 : roll(4);
            const names = Object.keys(values);
            if (action <= 1) {
              const id = next++;
              ids.push(id);
              const chosen = names.map((name) => pick(roll, values[name] ?? []));
              await transaction.script(
                `insert into ${table.name} (id, tag, ${names.join(', ')}) values (${id}, 'tag ${id}', ${chosen.join(', ')})`,
              );
              expectFor(table, 'INSERT', await oracle.look(table, id), undefined, true);
            } else if (action === 2) {
              const id = pick(roll, ids);
              const before = await oracle.look(table, id);
              const name = pick(roll, names);
              await transaction.script(
                `update ${table.name} set tag = tag || '+', ${name} = ${pick(roll, values[name] ?? [])} where id = ${id}`,
              );
              expectFor(table, 'UPDATE', await oracle.look(table, id), before, true);
            } else {
              const [id = 0] = ids.splice(roll(ids.length), 1);
              const before = await oracle.look(table, id);
              await transaction.script(`delete from ${table.name} where id = ${id}`);
              expectFor(table, 'DELETE', before, before, table.isFull);
            }
          }
        },
      );
    }
    await feed.settled();
    for (const [number, { subscriber, expected, chosen }] of subscribers.entries()) {
      const isClear = ({ table, record, old }: Expected): boolean =>
        !unclear.has(`${number} ${table} ${(record ?? old)?.id}`);
      const what = JSON.stringify({ claims: identities[number], chosen });
      expect(shorten(subscriber).filter(isClear), what).toEqual(expected.filter(isClear));
      expect(subscriber.failures).toEqual([]);
      subscriber.subscription.end('left');
    }
  },
);

function shorten({ events }: TestSubscriber): Expected[] {
  return events.map(({ ids, data }) => ({
    type: data.type,
    table: data.table,
    ids,
    ...(data.record !== undefined && { record: data.record }),
    ...(data.old_record !== undefined && { old: data.old_record }),
  }));
}
