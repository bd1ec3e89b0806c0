import autocannon from 'autocannon';
import type { Scenario } from './scenarios.ts';
import type { Target } from './targets.ts';

/** Connections of the load generator: what one busy page of an application brings about. */
const connections = 32;

/** One burst of load on one target. */
export interface Measurement {
  /** Mean over the burst. */
  readonly requestsPerSecond: number;
  /** Milliseconds. */
  readonly p50: number;
  readonly p99: number;
  readonly failures: number;
}

/** Loads a target for some seconds as the signed-in user. */
export async function load(
  target: Target,
  scenario: Scenario,
  credentials: Readonly<Record<string, string>>,
  seconds: number,
): Promise<Measurement> {
  const result = await autocannon({
    url: `${target.url}${scenario.path}`,
    method: scenario.method,
    headers: { ...credentials, ...scenario.headers },
    ...(scenario.body !== undefined && { body: scenario.body }),
    connections,
    duration: seconds,
  });
  return {
    requestsPerSecond: result.requests.average,
    p50: result.latency.p50,
    p99: result.latency.p99,
    failures: result.non2xx + result.errors + result.timeouts,
  };
}
