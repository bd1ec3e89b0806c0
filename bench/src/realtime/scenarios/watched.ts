import type { Setting } from '../bench-setting.ts';
import type { WatchReport } from '../generator/commands.ts';
import { cpuSeconds } from '../process-cpu.ts';

/** A load and what came of it. */
export interface Watched extends WatchReport {
  /** Sent, or committed. */
  readonly sent: number;
  /** Processor time of the server process per delivery, in microseconds. */
  readonly serverMicroseconds: number;
}

/** How long nothing may arrive before the rest counts as lost. */
const patience = 10_000;

/** Counts every delivery while `load` sends, which gives how many messages it sent; at most `messages`. */
export async function watched(
  { generator, server }: Setting,
  { messages, groups }: { readonly messages: number; readonly groups: number },
  load: () => Promise<number>,
): Promise<Watched> {
  await generator.ask('watch', { messages, groups });
  const before = cpuSeconds(server.pid);
  const sent = await load();
  const report = await generator.ask('finish', { sent, patience });
  for (const [what, times] of Object.entries(report.troubles)) {
    throw new Error(`${times} × ${what}`);
  }
  const used = cpuSeconds(server.pid) - before;
  return { ...report, sent, serverMicroseconds: Math.round((used / report.received) * 1e6) };
}

/** Whether everybody received exactly what was due, once and in order. */
export function isExact({ lost, repeated, excess, disordered }: WatchReport): boolean {
  return lost + repeated + excess + disordered === 0;
}

/** Counts and latencies as a person reads them. */
export function describe({ latency, serverMicroseconds, ...counts }: Watched): string {
  const { received, lost, excess, repeated, disordered } = counts;
  return [
    `p50 ${latency.p50} ms  p99 ${latency.p99} ms  max ${latency.max} ms`,
    `received ${received}, lost ${lost}, excess ${excess}, repeated ${repeated}, disordered ${disordered}`,
    `server ${serverMicroseconds} µs/delivery`,
  ].join('  ');
}
