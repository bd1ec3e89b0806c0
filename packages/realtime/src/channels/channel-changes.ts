import { createHash } from 'node:crypto';
import type { JsonObject } from '@plinth/kernel';
import type { ChangeBinding, ChangeSubscription } from '../changes/change-feed.ts';
import { numberOf } from '../protocol/client-message.ts';
import { within } from '../within.ts';
import type { Channel } from './channel.ts';
import { Refusal } from './refusal.ts';

/** How long the answer to a join waits for changes to stream, in milliseconds: then what is written next is seen. */
const patience = 3_000;

/** The `postgres_changes` of a channel. */
export class ChannelChanges {
  readonly #channel: Channel;
  /** Names the subscriber across connections. */
  readonly #name: string;
  readonly #ids: readonly number[];
  readonly #subscription: ChangeSubscription | undefined;
  /** Settles with what the client is told, once; never rejects. */
  readonly #outcome: Promise<Outcome>;

  private constructor(channel: Channel) {
    this.#channel = channel;
    const { bindings } = channel.config;
    this.#name = nameOf(channel);
    const problem = problemOf(bindings);
    if (problem === undefined) {
      this.#subscription = this.#subscribe();
      this.#ids = this.#subscription.ids;
      this.#outcome = outcomeOf(this.#subscription);
    } else {
      this.#ids = bindings.map((_, index) => index + 1);
      this.#outcome = Promise.resolve({ status: 'error', message: problem });
    }
  }

  /** Registers the bindings of a channel that has any. */
  static of(channel: Channel): ChannelChanges | undefined {
    return channel.config.bindings.length === 0 ? undefined : new ChannelChanges(channel);
  }

  /** JSON text for the reply to the join: the bindings as they came, each with its id. */
  get echo(): string {
    const { bindings } = this.#channel.config;
    return JSON.stringify(bindings.map((each, index) => ({ ...each, id: this.#ids[index] ?? 0 })));
  }

  /** Waits until changes stream, though not for ever. Throws Refusal where the join insists on it. */
  async ready(): Promise<void> {
    const insists = this.#channel.config.waitForChanges;
    const outcome = await within(this.#outcome, insists ?? patience);
    if (insists === undefined) return;
    if (outcome === undefined) {
      const message = 'Changes did not stream in time';
      throw new Refusal('PostgresChangesSubscribeTimeout', message);
    }
    if (outcome.status === 'error') {
      throw new Refusal('RealtimeDisabledForConfiguration', outcome.message);
    }
  }

  /** Tells the outcome, when there is one; called when the join has been answered. */
  announce(): void {
    void this.#outcome.then(({ status, message }) => {
      if (!this.#channel.isEnded) this.#channel.system('postgres_changes', status, message);
    });
  }

  renew(): void {
    this.#subscription?.renew(this.#channel.caller);
  }

  end(how: 'left' | 'dropped'): void {
    this.#subscription?.end(how, this.#channel.connection.lastSeen);
  }

  #subscribe(): ChangeSubscription {
    const channel = this.#channel;
    const { core, config } = channel;
    const target = { version: channel.version, topic: channel.topic, isLegacy: config.isLegacy };
    return core.changes.subscribe({
      caller: channel.caller,
      bindings: config.bindings.map(bindingOf),
      resumeName: this.#name,
      ref: numberOf(channel.joinRef),
      lastRef: channel.lastRef,
      address: channel.connection.address,
      probe: () => channel.connection.probe(),
      ...(config.since !== undefined && { since: config.since }),
      deliver: (event) => channel.deliver(core.frames.ofChange(target, event)),
      fail: (message) => {
        if (!channel.isEnded) channel.system('postgres_changes', 'error', message);
      },
    });
  }
}

/** Of a fixed length: names are kept after their channels. */
function nameOf({ caller, topic, config }: Channel): string {
  const { userId, sessionId, claimsJson } = caller;
  const parts = [sessionId ?? userId ?? claimsJson, topic, config.bindings];
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64');
}

interface Outcome {
  readonly status: 'ok' | 'error';
  readonly message: string;
}

async function outcomeOf(subscription: ChangeSubscription): Promise<Outcome> {
  try {
    await subscription.streaming;
    return { status: 'ok', message: 'Subscribed to PostgreSQL' };
  } catch (error) {
    return { status: 'error', message: error instanceof Error ? error.message : String(error) };
  }
}

function problemOf(bindings: readonly JsonObject[]): string | undefined {
  for (const binding of bindings) {
    if (typeof binding.select === 'string') {
      return 'Error parsing `select` params: expected a list of column name strings, e.g. select: ["col1", "col2"]';
    }
    if (typeof binding.schema !== 'string' && typeof binding.table !== 'string') {
      return 'No subscription params provided. Please provide at least a `schema` or `table` to subscribe to';
    }
  }
  return undefined;
}

function bindingOf({ event, schema, table, filter, select }: JsonObject): ChangeBinding {
  const columns = Array.isArray(select) ? select.filter((each) => typeof each === 'string') : [];
  return {
    event: typeof event === 'string' ? event : '*',
    schema: typeof schema === 'string' ? schema : 'public',
    ...(typeof table === 'string' && { table }),
    ...(typeof filter === 'string' && { filter }),
    ...(columns.length > 0 && { select: columns }),
  };
}
