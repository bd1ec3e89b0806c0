import { sql } from '@plinth/postgres';
import { createTestDatabase, type TestDatabase } from '@plinth/testkit';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ensureSlot } from '../slot/slot.ts';
import { LogThread } from './log-thread.ts';
import { type PackedBatch, type Report, threadEnded } from './messages.ts';

let database: TestDatabase;
let reports: Report[];
let thread: LogThread;

beforeEach(async () => {
  database = await createTestDatabase();
  await database.run(`
    create table notes (id int primary key, body text);
    alter publication supabase_realtime add table notes;
  `);
  await ensureSlot(database.as(), `slot_${database.name}`);
  reports = [];
  thread = new LogThread((report) => reports.push(report));
});
afterEach(async () => {
  await thread.close();
  await database.close();
});

const read = (credit: number): void =>
  thread.read({
    connection: database.connection(),
    slot: `slot_${database.name}`,
    isTemporary: false,
    publications: ['supabase_realtime'],
    from: 0n,
    after: undefined,
    system: undefined,
    credit,
    largestChange: 1_000_000,
  });

const kinds = (): string[] => reports.map(({ is }) => is).filter((is) => is !== 'read');

const batches = (): PackedBatch[] =>
  reports.flatMap((report) => (report.is === 'read' ? report.batches : []));

test('a thread that ends is told of, and another one begins', async () => {
  read(1_000);
  await expect.poll(kinds).toEqual(['started']);
  thread.kill();
  await expect.poll(kinds).toEqual(['started', 'ended']);
  expect(reports.at(-1)).toMatchObject({ problem: { code: threadEnded } });
  reports = [];
  // The slot is free again once Postgres has seen that the thread is gone.
  await expect
    .poll(async () => {
      const [slot] = await database.query<{ active: boolean }>(
        sql`select active from pg_replication_slots where database = ${database.name}`,
      );
      return slot?.active;
    })
    .toBe(false);
  read(1_000);
  await expect.poll(kinds).toEqual(['started']);
});

test('no more than the credit is on its way; the rest waits until it is taken', async () => {
  const credit = 1_000_000;
  read(credit);
  await expect.poll(kinds).toEqual(['started']);
  await database.run(
    `insert into notes select n, repeat('x', 100) from generate_series(1, 50000) as n`,
  );
  const underWay = (): number => batches().reduce((sum, { bytes }) => sum + bytes, 0);
  await expect.poll(underWay).toBeGreaterThanOrEqual(credit);
  // Time in which more would come.
  await database.run('select pg_sleep(0.5)');
  const held = underWay();
  expect(held).toBeLessThan(2 * credit);
  let told = 0;
  await expect
    .poll(
      () => {
        const now = underWay();
        thread.taken(now - told, 0n);
        told = now;
        return batches().at(-1)?.isLast === true;
      },
      { interval: 10, timeout: 20_000 },
    )
    .toBe(true);
  expect(batches().reduce((sum, { tables }) => sum + tables.length, 0)).toBe(50_000);
});

test('where nothing is taken any more, Postgres is let go', async () => {
  read(100_000);
  await expect.poll(kinds).toEqual(['started']);
  await database.run(
    `insert into notes select n, repeat('x', 100) from generate_series(1, 100000) as n`,
  );
  await expect.poll(kinds, { timeout: 20_000 }).toEqual(['started', 'ended']);
  expect(reports.at(-1)).toMatchObject({ problem: { code: 'held' } });
});
