import { createTestDatabase, type TestDatabase } from '@plinth/testkit';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ensureSlot } from '../slot/slot.ts';
import type { ReadOrder, Report } from '../thread/messages.ts';
import { LogStream } from './log-stream.ts';

let database: TestDatabase;
let reports: Report[];
let stream: LogStream | undefined;

beforeEach(async () => {
  database = await createTestDatabase();
  await ensureSlot(database.as(), `slot_${database.name}`);
  reports = [];
});
afterEach(async () => {
  stream?.stop();
  await database.close();
});

/** The last report of a stream with this order, once there is one of the kind. */
async function first<Kind extends Report['is']>(
  is: Kind,
  order: Partial<ReadOrder>,
): Promise<Extract<Report, { is: Kind }>> {
  stream = new LogStream(
    {
      connection: database.connection(),
      anyTlsName: false,
      slot: `slot_${database.name}`,
      isTemporary: false,
      publications: ['supabase_realtime'],
      from: 0n,
      after: undefined,
      system: undefined,
      credit: 1_000_000,
      largestChange: 1_000_000,
      ...order,
    },
    (report) => reports.push(report),
  );
  await stream.run();
  const found = (): Report | undefined => reports.find((report) => report.is === is);
  await expect.poll(found).toBeDefined();
  return found() as Extract<Report, { is: Kind }>;
}

test('the log of another cluster, or an earlier state of it, is not taken for the same', async () => {
  const { system } = await first('started', {});
  stream?.stop();
  await expect.poll(() => reports.at(-1)).toEqual({ is: 'ended', problem: undefined });
  reports = [];
  const other = await first('ended', { system: `${system}1` });
  expect(other.problem?.code).toBe('other_log');
  reports = [];
  const earlier = await first('ended', { system, after: { lsn: 1n << 60n, index: 0 } });
  expect(earlier.problem?.code).toBe('other_log');
  reports = [];
  await first('started', { system, after: { lsn: 1n, index: 0 } });
});

test.each([
  ['a wrong password', { password: 'wrong' }, '28P01'],
  ['nobody there', { host: '127.0.0.1', port: 1 }, 'ECONNREFUSED'],
])('%s: told once', async (_, changed, code) => {
  const { problem } = await first('ended', {
    connection: { ...database.connection(), ...changed },
  });
  expect(problem?.code).toBe(code);
  await new Promise((resolve) => setImmediate(resolve));
  expect(reports).toHaveLength(1);
});
