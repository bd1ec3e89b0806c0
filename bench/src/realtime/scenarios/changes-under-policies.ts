import { gather, insertsOf, type Setting } from '../bench-setting.ts';
import { paced } from '../paced.ts';
import { type RowTable, RowWriter } from '../row-writer.ts';
import type { Outcome } from './outcome.ts';
import { describe, isExact, type Watched, warmUpSeconds, watched } from './watched.ts';

/** Rows a second that one connection writes easily, each a transaction; of several, the order of commits is not known. */
const rowsPerConnection = 250;

export interface PolicyLoad {
  readonly table: RowTable;
  readonly users: number;
  readonly rowsPerSecond: number;
  /** Each row is seen by one user, or by all. */
  readonly seenBy: 'one' | 'all';
  /** Milliseconds. */
  readonly targetP99: number;
}

/** Rows inserted at a steady rate, told to the users whom a policy lets see them; from the INSERT to the event. */
export async function changesUnderPolicies(setting: Setting, load: PolicyLoad): Promise<Outcome> {
  const users = setting.users.slice(0, load.users);
  await gather(setting, {
    count: users.length,
    // Where all see the same, they are on one channel, as in an application.
    topics: load.seenBy === 'all' ? ['changes'] : users.map(({ id }) => `changes-${id}`),
    tokens: users.map(({ token }) => token),
    config: insertsOf(load.table),
  });
  const writer = await RowWriter.open(
    setting.server.ready.databaseUrl,
    Math.ceil(load.rowsPerSecond / rowsPerConnection),
  );
  const groups = load.seenBy === 'one' ? users.length : 1;
  const keyOf = (seq: number) =>
    load.table === 'own_rows' ? (users[seq % users.length]?.id ?? '') : 0;
  try {
    const run = (seconds: number): Promise<Watched> => {
      const messages = Math.ceil(load.rowsPerSecond * seconds);
      return watched(setting, { messages, groups }, async () => {
        const writes: Promise<void>[] = [];
        const sent = await paced(load.rowsPerSecond, seconds, (seq) => {
          writes.push(writer.write(load.table, keyOf(seq), seq));
        });
        await Promise.all(writes);
        return sent;
      });
    };
    await run(warmUpSeconds);
    const report = await run(setting.seconds);
    return {
      target: `p99 < ${load.targetP99} ms, nothing lost, nothing in excess`,
      met: report.latency.p99 < load.targetP99 && isExact(report),
      found: { ...report },
      line: describe(report),
    };
  } finally {
    await writer.close();
    await setting.generator.ask('close', {});
  }
}
