import { createClient } from '@redis/client';
import {
  type BusEngine,
  type BusLink,
  type ChannelFrame,
  engineTimeout,
  type LinkEvents,
} from './bus-engine.ts';
import { within } from './within.ts';

/** Redis would take 512 MB, but closes the connection of a subscriber for whom more than 32 MB wait. */
const largestFrame = 512 * 1024;

type Client = ReturnType<typeof clientFor>;

/** Publish and subscribe of Redis, or of what speaks its protocol (Valkey, KeyDB, Dragonfly). */
export class RedisEngine implements BusEngine {
  readonly name = 'redis';
  readonly #url: string;

  /** `redis://` or `rediss://`, with user and password where needed. */
  constructor(url: string) {
    this.#url = url;
  }

  async connect(events: LinkEvents): Promise<BusLink> {
    const [publisher, subscriber] = [clientFor(this.#url, events), clientFor(this.#url, events)];
    const link = new RedisLink(publisher, subscriber);
    try {
      const clients = [publisher, subscriber];
      await Promise.all(clients.map((each) => within(each.connect(), 'connecting')));
      // A connection says nothing yet about who is at its other end: the first message is not to find out.
      await within(publisher.ping(), 'PING');
    } catch (error) {
      await link.close();
      throw error;
    }
    return link;
  }
}

class RedisLink implements BusLink {
  readonly largestFrame = largestFrame;
  readonly #publisher: Client;
  readonly #subscriber: Client;

  constructor(publisher: Client, subscriber: Client) {
    this.#publisher = publisher;
    this.#subscriber = subscriber;
  }

  async send(frames: readonly ChannelFrame[]): Promise<void> {
    const sent = frames.map(({ channel, frame: { buffer, byteOffset, byteLength } }) =>
      this.#publisher.publish(channel, Buffer.from(buffer, byteOffset, byteLength)),
    );
    await within(Promise.all(sent), 'PUBLISH');
  }

  async subscribe(channel: string, receive: (frame: Uint8Array) => void): Promise<void> {
    await within(this.#subscriber.subscribe(channel, receive, true), 'SUBSCRIBE');
  }

  async unsubscribe(channel: string): Promise<void> {
    await within(this.#subscriber.unsubscribe(channel), 'UNSUBSCRIBE');
  }

  async close(): Promise<void> {
    this.#publisher.destroy();
    this.#subscriber.destroy();
  }
}

function clientFor(url: string, events: LinkEvents) {
  const client = createClient({
    url,
    // What every version and every relative of Redis speaks.
    RESP: 2,
    disableClientInfo: true,
    maintNotifications: 'disabled',
    disableOfflineQueue: true,
    // A connection that is dead without a word is noticed: the answers to the pings are missing.
    pingInterval: engineTimeout,
    socket: {
      connectTimeout: engineTimeout,
      socketTimeout: 3 * engineTimeout,
      reconnectStrategy: false,
    },
  });
  client.on('error', (error: Error) => events.lost(error));
  client.on('end', () => events.lost(new Error('Redis closed the connection')));
  return client;
}
