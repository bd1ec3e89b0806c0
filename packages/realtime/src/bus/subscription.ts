import type { Logger } from '@plinth/kernel';
import type { BusLink } from './engines/bus-engine.ts';
import { Inbox } from './inbox.ts';

type Receive = (message: Uint8Array, from: string) => void;

interface Surroundings {
  readonly missed: () => void;
  readonly log: Logger;
}

/** The receivers of one channel, over all links that it sees. */
export class Subscription {
  readonly #channel: string;
  readonly #inbox: Inbox;
  readonly #log: Logger;
  readonly #receivers = new Set<Receive>();
  readonly #waiting = new Set<() => void>();
  #isThere = false;
  #hasMissed = false;
  #hasReported = false;

  constructor(channel: string, self: string, { missed, log }: Surroundings) {
    this.#channel = channel;
    this.#log = log;
    this.#inbox = new Inbox(self, {
      message: (message, from) => this.#deliver(message, from),
      missed,
      malformed: () => this.#report(),
    });
  }

  add(receive: Receive): void {
    this.#receivers.add(receive);
  }

  /** True where it was the last. */
  remove(receive: Receive): boolean {
    return this.#receivers.delete(receive) && this.#receivers.size === 0;
  }

  /** Resolves once it is subscribed, or after `patience` milliseconds. */
  async ready(patience: number): Promise<void> {
    if (this.#isThere) return;
    await new Promise<void>((resolve) => {
      const done = (): void => {
        clearTimeout(timer);
        this.#waiting.delete(done);
        resolve();
      };
      const timer = setTimeout(() => {
        this.#hasMissed = true;
        done();
      }, patience);
      this.#waiting.add(done);
    });
  }

  async enter(link: BusLink): Promise<void> {
    await link.subscribe(this.#channel, (frame) => this.#inbox.take(frame));
    this.#isThere = true;
    for (const done of this.#waiting) done();
  }

  leave(): void {
    this.#hasMissed ||= this.#isThere;
    this.#isThere = false;
  }

  /** Whether something may have been missed since this was asked last. */
  takeMissed(): boolean {
    const hasMissed = this.#hasMissed;
    this.#hasMissed = false;
    return hasMissed;
  }

  close(): void {
    this.#receivers.clear();
    for (const done of this.#waiting) done();
  }

  #deliver(message: Uint8Array, from: string): void {
    for (const receive of this.#receivers) {
      try {
        receive(message, from);
      } catch (error) {
        this.#log.error({ err: error }, 'a message of the bus could not be taken');
      }
    }
  }

  /** Once: who writes garbage to the channel is not to fill the log. */
  #report(): void {
    if (this.#hasReported) return;
    this.#hasReported = true;
    this.#log.warn({ channel: this.#channel }, 'something else than a node writes to the bus');
  }
}
