import { loadavg } from 'node:os';
import type { RealtimeRun } from './bench-setting.ts';
import { scenarios } from './scenarios/all.ts';
import { insertThroughput } from './scenarios/insert-throughput.ts';
import type { Outcome } from './scenarios/outcome.ts';
import { Site } from './site.ts';

/** Realtime under load: latency, what is lost or too much, throughput, memory. */
export async function measureRealtime(run: RealtimeRun): Promise<Record<string, unknown>> {
  const site = new Site(run);
  const report: Record<string, unknown> = {};
  const measure = async (
    name: string,
    title: string,
    work: () => Promise<Outcome>,
  ): Promise<void> => {
    if (run.only.length > 0 && !run.only.some((wanted) => name.includes(wanted))) return;
    run.say(`\n${title}`);
    const load = loadavg()[0] ?? 0;
    try {
      const { target, met, found, line } = await work();
      run.say(`  ${line}`);
      run.say(`  ${met ? 'as wanted' : 'MISSED'}: ${target}`);
      report[name] = { target, met, loadAverageBefore: load, ...found };
    } catch (error) {
      const failure = error instanceof Error ? error.message : String(error);
      run.say(`  FAILED: ${failure}`);
      report[name] = { met: false, failure };
      await site.closeSockets();
    }
  };
  try {
    await measure('insertThroughput', 'inserts by 16 clients with 500 subscribers', () =>
      insertThroughput(() => site.start(), run),
    );
    let setting = await site.start();
    for (const { name, title, isFresh, run: work } of scenarios) {
      await measure(name, title, async () => {
        if (isFresh === true) setting = await site.start();
        return work(setting);
      });
    }
  } finally {
    await site.close();
  }
  return report;
}
