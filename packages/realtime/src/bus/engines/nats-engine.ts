import {
  connect,
  type NatsConnection,
  type NodeConnectionOptions,
  type Subscription,
} from '@nats-io/transport-node';
import {
  type BusEngine,
  type BusLink,
  type ChannelFrame,
  engineTimeout,
  type LinkEvents,
} from './bus-engine.ts';
import { within } from './within.ts';

const largestFrame = 512 * 1024;

/** Core NATS: publish and subscribe, nothing stored. */
export class NatsEngine implements BusEngine {
  readonly name = 'nats';
  readonly #options: NodeConnectionOptions;

  /** Servers and credentials. */
  constructor(options: NodeConnectionOptions) {
    this.#options = options;
  }

  async connect(events: LinkEvents): Promise<BusLink> {
    const connection = await connect({
      ...this.#options,
      name: 'plinth',
      noEcho: true,
      reconnect: false,
      timeout: engineTimeout,
      pingInterval: engineTimeout,
      maxPingOut: 2,
    });
    connection.closed().then((reason) => {
      events.lost(reason instanceof Error ? reason : new Error('NATS closed the connection'));
    });
    void reportErrors(connection, events);
    return new NatsLink(connection, events);
  }
}

/** Such as a subject that this user may not publish to. */
async function reportErrors(connection: NatsConnection, events: LinkEvents): Promise<void> {
  for await (const status of connection.status()) {
    if (status.type === 'error') events.lost(status.error);
  }
}

class NatsLink implements BusLink {
  readonly largestFrame: number;
  readonly #connection: NatsConnection;
  readonly #events: LinkEvents;
  readonly #subscriptions = new Map<string, Subscription>();

  constructor(connection: NatsConnection, events: LinkEvents) {
    this.#connection = connection;
    this.#events = events;
    this.largestFrame = Math.min(connection.info?.max_payload ?? largestFrame, largestFrame);
  }

  async send(frames: readonly ChannelFrame[]): Promise<void> {
    for (const { channel, frame } of frames) this.#connection.publish(channel, frame);
    await within(this.#connection.flush(), 'publishing');
  }

  async subscribe(channel: string, receive: (frame: Uint8Array) => void): Promise<void> {
    const callback = (error: Error | null, message: { readonly data: Uint8Array }): void => {
      if (error === null) receive(message.data);
      else this.#events.lost(error);
    };
    this.#subscriptions.set(channel, this.#connection.subscribe(channel, { callback }));
    await within(this.#connection.flush(), 'subscribing');
  }

  async unsubscribe(channel: string): Promise<void> {
    this.#subscriptions.get(channel)?.unsubscribe();
    this.#subscriptions.delete(channel);
  }

  async close(): Promise<void> {
    await within(this.#connection.close(), 'closing').catch(() => {});
  }
}
