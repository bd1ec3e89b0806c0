import type { Caller, Logger, Random } from '@plinth/kernel';
import { PostgresError } from '@plinth/postgres';
import { CaptureError } from './capture/capture-error.ts';
import type { Catalog } from './catalog/catalog.ts';
import type { ChangeSubscription, SubscribeRequest } from './change-feed.ts';
import { type Binding, bindingId, parseBinding } from './dispatch/binding.ts';
import { checkBindings } from './dispatch/check-bindings.ts';
import type { BindingPreparer } from './dispatch/prepare-binding.ts';
import { Subscriber } from './dispatch/subscriber.ts';
import { SubscribeError } from './errors.ts';

/** What a subscription needs of the feed. */
export interface FeedParts {
  readonly catalog: Catalog;
  /** One that has read nothing yet. */
  readonly freshCatalog: () => Catalog;
  readonly preparer: BindingPreparer;
  readonly logger: Logger;
  readonly random: Random;
  readonly open: () => Promise<void>;
  /** What was read of the schema is outdated. */
  readonly forget: () => void;
  /** Registers; the function that it gives lets events go. */
  readonly begin: (subscriber: Subscriber) => Promise<() => void>;
  readonly renewed: (subscriber: Subscriber) => void;
  readonly end: (
    subscriber: Subscriber,
    how: 'left' | 'dropped',
    heardAt: number | undefined,
  ) => void;
}

/** Most bindings of one channel. */
const mostBindings = 1_000;

/** Pause before another attempt where Postgres is away: 5 to 10 seconds, as upstream. */
const retryPause = { least: 5_000, more: 5_000 };

/** One channel's subscription from the request to its end. */
export class FeedSubscription implements ChangeSubscription {
  readonly ids: readonly number[];
  readonly streaming: Promise<void>;
  readonly #parts: FeedParts;
  #subscriber: Subscriber | undefined;
  #caller: Caller;
  #isOver = false;
  #stopWaiting: () => void = () => {};

  constructor(request: SubscribeRequest, parts: FeedParts) {
    this.#parts = parts;
    this.#caller = request.caller;
    this.ids = request.bindings.slice(0, mostBindings).map(bindingId);
    this.streaming = this.#start(request);
    // Who does not wait for it is not punished for that.
    this.streaming.catch(() => {});
  }

  renew(caller: Caller): void {
    this.#caller = caller;
    if (this.#subscriber === undefined || this.#isOver) return;
    this.#subscriber.caller = caller;
    this.#parts.renewed(this.#subscriber);
  }

  end(how: 'left' | 'dropped', heardAt?: number): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#stopWaiting();
    if (this.#subscriber !== undefined) this.#parts.end(this.#subscriber, how, heardAt);
  }

  async #start(request: SubscribeRequest): Promise<void> {
    const bindings = parse(request);
    while (!this.#isOver) {
      try {
        await this.#attempt(request, bindings);
        return;
      } catch (error) {
        if (error instanceof SubscribeError) throw error;
        this.#parts.logger.warn({ err: String(error) }, 'changes cannot be subscribed to now');
        if (!this.#isOver) request.fail(`Unable to subscribe to changes: ${reasonOf(error)}`);
        await this.#pause();
      }
    }
  }

  async #attempt(request: SubscribeRequest, bindings: readonly Binding[]): Promise<void> {
    const { open, begin } = this.#parts;
    await open();
    await this.#check(bindings);
    if (this.#isOver) return;
    const subscriber = new Subscriber(request, bindings);
    subscriber.caller = this.#caller;
    this.#subscriber = subscriber;
    const release = await begin(subscriber);
    // Events come in a later turn than the news that they will come.
    setImmediate(() => setImmediate(release));
  }

  /** What has just been made may not be known yet: before anything is refused it is looked at anew. */
  async #check(bindings: readonly Binding[]): Promise<void> {
    const { catalog, preparer, freshCatalog, forget } = this.#parts;
    const { role } = this.#caller;
    try {
      await checkBindings(catalog, preparer, role, bindings);
    } catch (error) {
      if (!(error instanceof SubscribeError)) throw error;
      await checkBindings(freshCatalog(), preparer, role, bindings);
      forget();
    }
  }

  async #pause(): Promise<void> {
    const [byte = 0] = this.#parts.random.bytes(1);
    const milliseconds = retryPause.least + (retryPause.more * byte) / 255;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, milliseconds);
      this.#stopWaiting = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}

function parse({ bindings }: SubscribeRequest): readonly Binding[] {
  if (bindings.length > mostBindings) {
    throw new SubscribeError(`Too many bindings: at most ${mostBindings} in one channel`);
  }
  return bindings.map(parseBinding);
}

function reasonOf(error: unknown): string {
  const isSaid = error instanceof PostgresError || error instanceof CaptureError;
  return isSaid ? error.message : 'the database cannot be reached';
}
