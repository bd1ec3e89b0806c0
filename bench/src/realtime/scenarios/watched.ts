import type { Setting } from '../bench-setting.ts';
import type { WatchReport } from '../generator/commands.ts';
import { cpuSeconds } from '../process-cpu.ts';

/** A load and what came of it. */
export interface Watched extends WatchReport {
  /** Sent, or committed. */
  readonly sent: number;
  /** Processor time of the server process per delivery, in microseconds. */
  readonly serverMicroseconds: number;
  /** The same of the load generator. */
  readonly generatorMicroseconds: number;
}

/** Load that is not counted, before it is. */
export const warmUpSeconds = 1;

/** How long nothing may arrive before the rest counts as lost. */
const patience = 10_000;

/** Counts every delivery while `load` sends, which gives how many messages it sent; at most `messages`. */
export async function watched(
  { generator, server }: Setting,
  { messages, groups }: { readonly messages: number; readonly groups: number },
  load: () => Promise<number>,
): Promise<Watched> {
  await generator.ask('watch', { messages, groups });
  const processes = [server.pid, generator.pid];
  const before = processes.map(cpuSeconds);
  const sent = await load();
  const report = await generator.ask('finish', { sent, patience });
  for (const [what, times] of Object.entries(report.troubles)) {
    throw new Error(`${times} × ${what}`);
  }
  const [serverMicroseconds = 0, generatorMicroseconds = 0] = processes.map((pid, index) => {
    const used = cpuSeconds(pid) - (before[index] ?? 0);
    return Math.round((used / report.received) * 1e7) / 10;
  });
  return { ...report, sent, serverMicroseconds, generatorMicroseconds };
}

/** Whether everybody received exactly what was due, once and in order. */
export function isExact({ lost, repeated, excess, disordered }: WatchReport): boolean {
  return lost + repeated + excess + disordered === 0;
}

/** Counts and latencies as a person reads them. */
export function describe({
  latency,
  serverMicroseconds,
  generatorMicroseconds,
  ...counts
}: Watched): string {
  const { received, lost, excess, repeated, disordered } = counts;
  return [
    `p50 ${latency.p50} ms  p99 ${latency.p99} ms  max ${latency.max} ms`,
    `received ${received}, lost ${lost}, excess ${excess}, repeated ${repeated}, disordered ${disordered}`,
    `processor time per delivery: server ${serverMicroseconds} µs, generator ${generatorMicroseconds} µs`,
  ].join('  ');
}
