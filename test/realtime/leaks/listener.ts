import type { TestBackend } from '@plinth/testkit';
import { createClient, type RealtimeChannel, type SupabaseClient } from '@supabase/supabase-js';
import WebSocket from 'ws';
import type { Person } from './people.ts';

/** What one `.on('postgres_changes', …)` asks for. */
export interface Binding {
  readonly event: '*' | 'INSERT' | 'UPDATE' | 'DELETE';
  readonly schema: string;
  readonly table?: string;
  readonly filter?: string;
}

/** One call of a callback. */
export interface Heard {
  readonly binding: number;
  readonly event: string;
  readonly table: string;
  readonly record: unknown;
  readonly oldRecord: unknown;
  readonly errors: unknown;
}

interface Payload {
  readonly schema: string;
  readonly table: string;
  readonly commit_timestamp: string;
  readonly eventType: string;
  readonly new: unknown;
  readonly old: unknown;
  readonly errors: unknown;
}

const timestamp = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;

/** A channel of the official client, which notes everything that it is told. */
export class Listener {
  readonly person: Person;
  readonly number: number;
  readonly bindings: readonly Binding[];
  readonly heard: Heard[] = [];
  /** What must not happen: errors, closed channels, malformed events. */
  readonly troubles: string[] = [];
  readonly #client: SupabaseClient;
  readonly #channel: RealtimeChannel;

  constructor(
    { url, anonKey }: TestBackend,
    person: Person,
    number: number,
    bindings: readonly Binding[],
  ) {
    this.person = person;
    this.number = number;
    this.bindings = bindings;
    this.#client = createClient(url, anonKey, {
      accessToken: () => Promise.resolve(person.credential),
      realtime: { transport: WebSocket as never },
    });
    this.#channel = this.#client.channel(`changes of ${number}`);
    for (const [index, binding] of bindings.entries()) {
      this.#channel.on('postgres_changes', binding as never, (payload: unknown) =>
        this.#note(index, payload as Payload),
      );
    }
    this.#channel.on('system', {}, (message) => {
      if (message.status !== 'ok') this.troubles.push(JSON.stringify(message));
    });
  }

  /** Resolves once everything that is committed from now on arrives. */
  async start(): Promise<void> {
    // A channel joins with the token that the client holds: it is asked for in time.
    await this.#client.realtime.setAuth();
    await new Promise<void>((resolve, reject) => {
      this.#channel.subscribe((status, error) => {
        if (status === 'SUBSCRIBED') resolve();
        else {
          this.troubles.push(`${status} ${error?.message ?? ''}`);
          reject(new Error(`${this.person.name}: ${status} ${error?.message ?? ''}`));
        }
      });
    });
  }

  async close(): Promise<void> {
    await this.#client.realtime.disconnect();
  }

  #note(binding: number, payload: Payload): void {
    const isTimed = payload.errors !== null || timestamp.test(payload.commit_timestamp);
    if (payload.schema !== 'public' || !isTimed) {
      this.troubles.push(JSON.stringify(payload));
    }
    this.heard.push({
      binding,
      event: payload.eventType,
      table: payload.table,
      record: payload.new,
      oldRecord: payload.old,
      errors: payload.errors,
    });
  }
}
