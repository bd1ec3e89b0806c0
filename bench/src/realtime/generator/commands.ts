import type { Percentiles } from './latencies.ts';
import type { Tally } from './ledger.ts';

/** What the generator can be asked for; sockets are numbered from 0. */
export interface Commands {
  /** Opens that many sockets, besides those that are open. */
  open: { request: { url: string; count: number }; answer: undefined };
  /** Every socket from `first` on joins a topic: `topics` in turn, with `tokens` in turn. */
  join: {
    request: {
      first: number;
      topics: readonly string[];
      tokens?: readonly string[];
      config: unknown;
      atOnce: number;
    };
    answer: JoinReport;
  };
  /** From now on messages are counted: `messages` is the most that will come, `groups` is explained at the ledger. */
  watch: { request: { messages: number; groups: number }; answer: undefined };
  /** Everyone tracks a presence on the topic joined last, numbered like the socket. */
  track: { request: Record<string, never>; answer: undefined };
  /** How many deliveries that are due have come so far. */
  progress: { request: Record<string, never>; answer: number };
  /** Resolves once all that is due has come, or nothing has come for `patience` ms. */
  finish: { request: { sent: number; patience: number }; answer: WatchReport };
  /** Closes all sockets. */
  close: { request: Record<string, never>; answer: undefined };
}

export interface JoinReport {
  readonly joined: number;
  /** Refusals by the server's reason. */
  readonly refused: Readonly<Record<string, number>>;
  /** From the first push to the last answer, in seconds. */
  readonly seconds: number;
  readonly latency: Percentiles;
}

export interface WatchReport extends Tally {
  /** From `sent` inside a message to its arrival. */
  readonly latency: Percentiles;
  /** Arrival of the last delivery that was due: microseconds since 1970. */
  readonly lastAt: number;
  /** What a server says when something is wrong, and how often: errors, closed channels, lost connections. */
  readonly troubles: Readonly<Record<string, number>>;
}

export type Ask = {
  readonly [Kind in keyof Commands]: {
    readonly id: number;
    readonly kind: Kind;
    readonly request: Commands[Kind]['request'];
  };
}[keyof Commands];

export interface Answer {
  readonly id: number;
  readonly answer?: unknown;
  readonly failure?: string;
}
