import { type Database, sql } from '@plinth/postgres';
import type { BusEngine, BusLink, ChannelFrame, LinkEvents } from './bus-engine.ts';
import { within } from './within.ts';

/** A payload of NOTIFY is text of fewer than 8000 bytes: so much is left of it in base64. */
const largestFrame = 5_994;

/** NOTIFY over the project's own Postgres: nothing else to install, for a few nodes. */
export class PostgresEngine implements BusEngine {
  readonly name = 'postgres';
  readonly #database: Database;

  constructor(database: Database) {
    this.#database = database;
  }

  async connect(events: LinkEvents): Promise<BusLink> {
    await within(this.#database.query(sql`select 1`), 'connecting to Postgres');
    return new PostgresLink(this.#database, events);
  }
}

class PostgresLink implements BusLink {
  readonly largestFrame = largestFrame;
  readonly #database: Database;
  readonly #events: LinkEvents;
  readonly #stops = new Map<string, () => void>();

  constructor(database: Database, events: LinkEvents) {
    this.#database = database;
    this.#events = events;
  }

  async send(frames: readonly ChannelFrame[]): Promise<void> {
    const channels = frames.map(({ channel }) => channel);
    const payloads = frames.map(({ frame }) => toBase64(frame));
    // No two payloads are equal (they are numbered), so Postgres drops none as a duplicate.
    const notify = sql`select count(pg_notify(channel, payload))
      from unnest(${channels}::text[], ${payloads}::text[]) as frame (channel, payload)`;
    try {
      await within(this.#database.query(notify), 'NOTIFY');
    } catch (error) {
      const failure = error instanceof Error ? error : new Error(String(error));
      this.#events.lost(failure);
      throw failure;
    }
  }

  async subscribe(channel: string, receive: (frame: Uint8Array) => void): Promise<void> {
    const listening = this.#database.listen(
      channel,
      (payload) => receive(Buffer.from(payload, 'base64')),
      () => this.#events.missed(),
    );
    this.#stops.set(channel, await within(listening, 'LISTEN'));
  }

  async unsubscribe(channel: string): Promise<void> {
    this.#stops.get(channel)?.();
    this.#stops.delete(channel);
  }

  async close(): Promise<void> {
    for (const stop of this.#stops.values()) stop();
    this.#stops.clear();
  }
}

function toBase64({ buffer, byteOffset, byteLength }: Uint8Array): string {
  return Buffer.from(buffer, byteOffset, byteLength).toString('base64');
}
