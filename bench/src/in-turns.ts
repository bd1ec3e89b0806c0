import type { Measurement } from './load.ts';
import { median } from './statistics.ts';

/** What all rounds say of one target. */
export interface Summary {
  readonly requestsPerSecond: number;
  readonly p50: number;
  readonly p99: number;
  /** Plinth's requests/s over this target's, median of the rounds. */
  readonly plinthRatio: number;
}

/** Targets take turns within a round, so that a machine that slows down slows all of them. */
export async function inTurns<Target extends { readonly name: string }, Result>(
  targets: readonly Target[],
  rounds: number,
  measure: (target: Target) => Promise<Result>,
): Promise<Record<string, Result[]>> {
  const results: Record<string, Result[]> = {};
  for (let round = 0; round < rounds; round += 1) {
    for (const target of targets) {
      results[target.name] = [...(results[target.name] ?? []), await measure(target)];
    }
  }
  return results;
}

/** Throws where a request failed: such a number would say nothing. */
export function withoutFailures(
  target: { readonly name: string },
  found: Measurement,
): Measurement {
  if (found.failures > 0) throw new Error(`${target.name}: ${found.failures} requests failed`);
  return found;
}

export function summarise(
  results: Record<string, readonly Measurement[]>,
): Record<string, Summary> {
  const plinth = results.plinth ?? [];
  return Object.fromEntries(
    Object.entries(results).map(([name, runs]) => [
      name,
      {
        requestsPerSecond: Math.round(median(runs.map((run) => run.requestsPerSecond))),
        p50: median(runs.map((run) => run.p50)),
        p99: median(runs.map((run) => run.p99)),
        plinthRatio: ratio(
          plinth.map((run) => run.requestsPerSecond),
          runs.map((run) => run.requestsPerSecond),
        ),
      },
    ]),
  );
}

/** Median over the rounds of the first over the second, to two digits. */
export function ratio(first: readonly number[], second: readonly number[]): number {
  const each = second.map((value, round) => (first[round] ?? 0) / value);
  return Math.round(median(each) * 100) / 100;
}

/** The lines of a summary, as a person reads them. */
export function describe(summary: Record<string, Summary>): string[] {
  return Object.entries(summary).map(([name, { requestsPerSecond, p50, p99, plinthRatio }]) => {
    const compared = name === 'plinth' ? '' : `  plinth is ${plinthRatio} ×`;
    return `  ${name.padEnd(8)}${String(requestsPerSecond).padStart(7)} requests/s  p50 ${p50} ms  p99 ${p99} ms${compared}`;
  });
}
