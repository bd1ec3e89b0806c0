import type pg from 'pg';
import type { PlinthTarget } from '../targets.ts';
import type { JoinReport } from './generator/commands.ts';
import type { Generator } from './generator-process.ts';
import type { BenchUser } from './user-tokens.ts';

export interface RealtimeRun {
  readonly rounds: number;
  /** How long load is kept up. */
  readonly seconds: number;
  /** Runs the scenarios whose names contain one of these; all where there is none. */
  readonly only: readonly string[];
  readonly say: (line: string) => void;
}

/** What a scenario works with. */
export interface Setting extends RealtimeRun {
  readonly server: PlinthTarget;
  readonly generator: Generator;
  readonly database: pg.Client;
  readonly users: readonly BenchUser[];
}

/** Where sockets connect to, with the public key. */
export function socketUrl({ ready }: PlinthTarget): string {
  return `${ready.url}/realtime/v1/websocket?apikey=${ready.anonKey}&vsn=2.0.0`;
}

export interface Crowd {
  readonly count: number;
  readonly topics: readonly string[];
  readonly tokens?: readonly string[];
  readonly config: unknown;
  /** Joins under way at the same time; default 50. */
  readonly atOnce?: number;
}

/** Opens sockets, each joined to a topic. Throws where one is refused: what follows would say nothing. */
export async function gather(setting: Setting, crowd: Crowd): Promise<JoinReport> {
  const { count, topics, tokens, config, atOnce = 50 } = crowd;
  await setting.generator.ask('open', { url: socketUrl(setting.server), count });
  const report = await setting.generator.ask('join', {
    first: 0,
    topics,
    ...(tokens !== undefined && { tokens }),
    config,
    atOnce,
  });
  if (report.joined !== count) throw new Error(`joins refused: ${JSON.stringify(report.refused)}`);
  return report;
}

/** The configuration of a join that listens to the inserts of a table. */
export function insertsOf(table: string): unknown {
  return { postgres_changes: [{ event: 'INSERT', schema: 'public', table }] };
}
