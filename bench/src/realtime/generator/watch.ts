import { epochMicroseconds } from '../epoch.ts';
import { numberAfter } from '../wire/number-after.ts';
import type { WatchReport } from './commands.ts';
import { Latencies } from './latencies.ts';
import { Ledger } from './ledger.ts';

const numberMarker = Buffer.from('"seq":');
const sentMarker = Buffer.from('"sent":');
const troubleMarkers = ['"phx_error"', '"phx_close"', '"status":"error"'].map((text) =>
  Buffer.from(text),
);
/** Time for what nobody waits for to arrive all the same. */
const graceMs = 500;

/** Counts and times what arrives: each message has `"seq":` (its number) and behind it `"sent":` (microseconds). */
export class Watch {
  readonly #ledger: Ledger;
  readonly #latencies = new Latencies();
  readonly #troubles: Record<string, number> = {};
  #lastAt = epochMicroseconds();

  constructor(sockets: number, messages: number, groups: number) {
    this.#ledger = new Ledger(sockets, messages, groups);
  }

  get received(): number {
    return this.#ledger.received;
  }

  /** A frame holds one message, or with presence many. */
  note(socket: number, data: Buffer, start: number, end: number): void {
    let at = data.indexOf(numberMarker, start);
    if (at < 0 || at >= end) {
      this.#noteTrouble(data, start, end);
      return;
    }
    const now = epochMicroseconds();
    for (; at >= 0 && at < end; at = data.indexOf(numberMarker, at + numberMarker.length)) {
      const before = this.#ledger.received;
      this.#ledger.note(socket, numberAfter(data, numberMarker, at, end));
      if (this.#ledger.received === before) continue;
      this.#latencies.add((now - numberAfter(data, sentMarker, at, end)) / 1000);
      this.#lastAt = now;
    }
  }

  noteClosed(): void {
    this.#count('a connection was closed');
  }

  async finish(sent: number, patience: number): Promise<WatchReport> {
    const due = this.#ledger.due(sent);
    while (this.#ledger.received < due && epochMicroseconds() - this.#lastAt < patience * 1000) {
      await pause(20);
    }
    await pause(graceMs);
    return {
      ...this.#ledger.tally(sent),
      latency: this.#latencies.percentiles(),
      lastAt: this.#lastAt,
      troubles: this.#troubles,
    };
  }

  #noteTrouble(data: Buffer, start: number, end: number): void {
    const frame = data.subarray(start, end);
    if (troubleMarkers.some((marker) => frame.includes(marker))) {
      this.#count(frame.toString('utf8').slice(0, 300));
    }
  }

  #count(trouble: string): void {
    if (Object.keys(this.#troubles).length > 20) return;
    this.#troubles[trouble] = (this.#troubles[trouble] ?? 0) + 1;
  }
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
