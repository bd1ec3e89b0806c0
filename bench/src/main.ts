import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { measureFiles } from './files/measure-files.ts';
import { describe, inTurns, type Summary, summarise, withoutFailures } from './in-turns.ts';
import { load } from './load.ts';
import { checkSameAnswers, prepare } from './prepare.ts';
import { memoryOf } from './process-memory.ts';
import { measureRealtime } from './realtime/measure-realtime.ts';
import { scenarios } from './scenarios.ts';
import { measureStartUp } from './start-up.ts';
import {
  newFolder,
  removeFolder,
  startBaseline,
  startFileServer,
  startPlinth,
  type Target,
} from './targets.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '4' },
    starts: { type: 'string', default: '5' },
    megabytes: { type: 'string', default: '1024' },
    only: { type: 'string', multiple: true, default: [] },
  },
});
const rounds = Number(values.rounds);
const seconds = Number(values.seconds);
const size = Number(values.megabytes);
const say = (line: string): void => void process.stdout.write(`${line}\n`);
const megabytes = (bytes: number): number => Math.round(bytes / 1024 / 1024);

/** Loads every target with one kind of request, after a warm-up. */
async function measure(
  targets: readonly Target[],
  scenario: (typeof scenarios)[number],
  credentials: Readonly<Record<string, string>>,
): Promise<Record<string, Summary>> {
  for (const target of targets) await load(target, scenario, credentials, 2);
  return summarise(
    await inTurns(targets, rounds, async (target) =>
      withoutFailures(target, await load(target, scenario, credentials, seconds)),
    ),
  );
}

const results = join(import.meta.dirname, '..', 'results');
const latest = join(results, 'latest.json');
const report: Record<string, unknown> = existsSync(latest)
  ? JSON.parse(readFileSync(latest, 'utf8'))
  : {};
const thisRun = {
  date: new Date().toISOString(),
  machine: {
    cpu: cpus()[0]?.model,
    cores: cpus().length,
    memory: megabytes(totalmem()),
    node: process.version,
  },
};

/** Requests, files, start-up and memory. */
async function measureRequests(): Promise<void> {
  const startUp = await measureStartUp(Number(values.starts));
  report.startUp = startUp;
  say(
    `start-up   first ${Math.round(startUp.first)} ms, later ${Math.round(startUp.later)} ms (median of ${values.starts})`,
  );

  const folder = newFolder();
  const plinth = await startPlinth(folder);
  const targets: Target[] = [plinth];
  try {
    await new Promise((resolve) => setTimeout(resolve, 15_000));
    const idle = memoryOf(plinth.pid);
    say(`memory     ${megabytes(idle)} MB idle (server and Postgres)`);

    const credentials = await prepare(plinth);
    targets.push(await startBaseline('floor', plinth), await startBaseline('naive', plinth));
    await checkSameAnswers(targets, scenarios, credentials);

    const loads: Record<string, unknown> = {};
    for (const scenario of scenarios) {
      say(`\n${scenario.title}`);
      const summary = await measure(targets, scenario, credentials);
      loads[scenario.name] = summary;
      for (const line of describe(summary)) say(line);
    }
    const loaded = memoryOf(plinth.pid);
    say(`\nmemory     ${megabytes(loaded)} MB after the load`);
    report.memory = { idle: megabytes(idle), loaded: megabytes(loaded) };
    report.loads = loads;

    const files = await startFileServer(folder);
    targets.push(files);
    report.files = await measureFiles(plinth, files, { rounds, seconds, megabytes: size, say });
    say(`\nmemory     ${megabytes(memoryOf(plinth.pid))} MB after the files`);
  } finally {
    for (const target of targets.reverse()) await target.stop();
    removeFolder(folder);
  }
}

async function measureSubscriptions(run: { rounds: number; seconds: number }): Promise<void> {
  const found = await measureRealtime({ ...run, only: values.only, say });
  const before = values.only.length > 0 ? (report.realtime as object | undefined) : {};
  report.realtime = { ...before, ...thisRun, ...found };
}

if (positionals.includes('realtime')) {
  await measureSubscriptions({ rounds: Math.min(rounds, 3), seconds: Math.max(seconds, 10) });
} else {
  Object.assign(report, thisRun);
  await measureRequests();
  await measureSubscriptions({ rounds: 1, seconds: 3 });
}

mkdirSync(results, { recursive: true });
writeFileSync(latest, `${JSON.stringify(report, null, 2)}\n`);
