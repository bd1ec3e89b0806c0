import type { Logger } from '@plinth/kernel';
import type { Bus } from './bus.ts';
import { ChannelNames } from './channel-names.ts';
import { type BusEngine, type BusLink, engineTimeout } from './engines/bus-engine.ts';
import { largestMessage } from './frames/frame.ts';
import { GapSignal } from './gap-signal.ts';
import { Outbox } from './outbox.ts';
import { Subscription } from './subscription.ts';

/**
 * Milliseconds: pauses between attempts to connect, which begin anew after a link has held for a while; how long messages wait for an engine that is
 * away, and for `close`.
 */
const times = {
  firstPause: 50,
  longestPause: 2_000,
  healthyAfter: 5_000,
  patience: 10_000,
  farewell: 2_000,
} as const;

export interface EngineBusOptions {
  readonly engine: BusEngine;
  /** Uuid of this process. */
  readonly nodeId: string;
  /** Nodes of one namespace hear each other; a secret where strangers can reach the engine. */
  readonly namespace: string;
  readonly logger: Logger;
}

/** A bus over an engine that may go away and come back at any time. */
export class EngineBus implements Bus {
  readonly #engine: BusEngine;
  readonly #nodeId: string;
  readonly #names: ChannelNames;
  readonly #logger: Logger;
  readonly #outbox: Outbox;
  readonly #gaps = new GapSignal();
  readonly #subscriptions = new Map<string, Subscription>();
  readonly #running: Promise<void>;
  #link: BusLink | undefined;
  /** Ends the session with the link, or the pause before the next. */
  #interrupt: (reason?: Error) => void = () => {};
  #patience: NodeJS.Timeout | undefined;
  /** Whether that has been logged. */
  #isAway = false;
  #isDiscarding = false;
  #isFlushDue = false;
  #flushing: Promise<void> | undefined;
  #closing: Promise<void> | undefined;

  constructor(options: EngineBusOptions) {
    this.#engine = options.engine;
    this.#nodeId = options.nodeId;
    this.#names = new ChannelNames(options.namespace);
    this.#logger = options.logger.child({ bus: options.engine.name });
    this.#outbox = new Outbox(options.nodeId);
    this.#running = this.#run();
  }

  /** Messages that were dropped before they were sent. */
  get dropped(): number {
    return this.#outbox.dropped;
  }

  publish(subject: string, message: Uint8Array): void {
    const channel = this.#names.of(subject);
    if (this.#closing !== undefined) return;
    if (this.#isDiscarding || message.length > largestMessage) {
      this.#outbox.drop(channel);
      return;
    }
    this.#outbox.add(channel, message);
    if (this.#isFlushDue || this.#link === undefined) return;
    this.#isFlushDue = true;
    // What the event loop's turn publishes goes out together.
    setImmediate(() => {
      this.#isFlushDue = false;
      this.#flush();
    });
  }

  async subscribe(
    subject: string,
    receive: (message: Uint8Array, from: string) => void,
  ): Promise<() => void> {
    const channel = this.#names.of(subject);
    const subscription = this.#subscriptions.get(channel) ?? this.#open(channel);
    subscription.add(receive);
    await subscription.ready(engineTimeout);
    return () => {
      if (!subscription.remove(receive) || this.#subscriptions.get(channel) !== subscription)
        return;
      this.#subscriptions.delete(channel);
      this.#link?.unsubscribe(channel).catch(() => {});
    };
  }

  onGap(lost: () => void): void {
    this.#gaps.listen(lost);
  }

  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  #open(channel: string): Subscription {
    const subscription = new Subscription(channel, this.#nodeId, {
      missed: () => this.#gaps.gap(),
      log: this.#logger,
    });
    this.#subscriptions.set(channel, subscription);
    const [link, end] = [this.#link, this.#interrupt];
    if (link !== undefined) subscription.enter(link).catch(end);
    return subscription;
  }

  /** Connects again and again until `close`. */
  async #run(): Promise<void> {
    let pause: number = times.firstPause;
    this.#startPatience();
    while (this.#closing === undefined) {
      const healthy = setTimeout(() => {
        pause = times.firstPause;
      }, times.healthyAfter);
      const reason = await this.#session();
      clearTimeout(healthy);
      if (this.#closing !== undefined) return;
      await this.#rest(pause, reason);
      pause = Math.min(pause * 2, times.longestPause);
    }
  }

  #rest(pause: number, reason: Error): Promise<void> {
    if (!this.#isAway) this.#logger.warn({ err: reason.message }, 'the bus is away');
    this.#isAway = true;
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, pause);
      this.#interrupt = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  /** One connection from its beginning to its end; gives the reason of the end. */
  async #session(): Promise<Error> {
    const lost = new Promise<Error>((resolve) => {
      this.#interrupt = (reason) => resolve(reason ?? new Error('closing'));
    });
    const end = this.#interrupt;
    const connecting = this.#engine.connect({ lost: end, missed: () => this.#gaps.gap() });
    let link: BusLink | undefined;
    try {
      const first = await Promise.race([connecting, lost]);
      if (first instanceof Error) return first;
      link = first;
      // Those that are added meanwhile come last in the map, and so have their turn.
      for (const each of this.#subscriptions.values()) await each.enter(link);
      const early = await Promise.race([lost, undefined]);
      if (early !== undefined) return early;
      this.#up(link);
      return await lost;
    } catch (error) {
      return asError(error);
    } finally {
      this.#down();
      if (link !== undefined) await link.close();
      // One that is there only after all.
      else connecting.then((late) => late.close()).catch(() => {});
    }
  }

  #up(link: BusLink): void {
    this.#link = link;
    clearTimeout(this.#patience);
    this.#isDiscarding = false;
    this.#isAway = false;
    this.#logger.info({ dropped: this.dropped }, 'the bus is there');
    const late = [...this.#subscriptions.values()].filter((each) => each.takeMissed());
    if (late.length > 0) this.#gaps.gap();
    this.#flush();
  }

  #down(): void {
    for (const each of this.#subscriptions.values()) each.leave();
    if (this.#link === undefined) return;
    this.#link = undefined;
    // What hangs in the old link must not hold up the next one.
    this.#flushing = undefined;
    if (this.#closing === undefined) this.#startPatience();
  }

  #startPatience(): void {
    // A message that is many seconds old is of no use to anybody, and would come before newer ones.
    this.#patience = setTimeout(() => {
      this.#isDiscarding = true;
      this.#outbox.clear();
    }, times.patience);
    this.#patience.unref();
  }

  #flush(): void {
    const link = this.#link;
    if (link === undefined || this.#flushing !== undefined) return;
    const end = this.#interrupt;
    const flushing = this.#sendAll(link)
      .catch((error: unknown) => end(asError(error)))
      .finally(() => {
        if (this.#flushing === flushing) this.#flushing = undefined;
      });
    this.#flushing = flushing;
  }

  async #sendAll(link: BusLink): Promise<void> {
    for (;;) {
      const frames = this.#link === link ? this.#outbox.take(link.largestFrame) : [];
      if (frames.length === 0) return;
      await link.send(frames);
    }
  }

  async #close(): Promise<void> {
    this.#flush();
    const farewell = new Promise((resolve) => setTimeout(resolve, times.farewell).unref());
    await Promise.race([this.#flushing, farewell]);
    clearTimeout(this.#patience);
    this.#gaps.close();
    for (const each of this.#subscriptions.values()) each.close();
    this.#interrupt();
    await this.#running;
  }
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
