import type { RealtimeChannel, SupabaseClient } from '@supabase/supabase-js';
import { expect } from 'vitest';

interface LedgerRow {
  readonly id: number;
  readonly writer: number;
}

export interface WatcherOptions {
  readonly topic?: string;
  /** Milliseconds since 1970: changes committed later are asked for. */
  readonly since?: number;
}

/** A client of realtime-js, as it comes, that writes down what it is told of the ledger. */
export class Watcher {
  readonly client: SupabaseClient;
  /** Ids, in the order in which they came. */
  readonly heard: number[] = [];
  readonly channel: RealtimeChannel;
  /** Texts of system messages of status error. */
  readonly troubles: string[] = [];
  joins = 0;
  readonly #writers = new Map<number, number>();

  constructor(client: SupabaseClient, { topic = 'ledger', since }: WatcherOptions = {}) {
    this.client = client;
    const binding = {
      event: 'INSERT' as const,
      schema: 'public',
      table: 'ledger',
      ...(since !== undefined && { replay: { since } }),
    };
    this.channel = client
      .channel(topic)
      .on<LedgerRow>('postgres_changes', binding, ({ new: { id, writer } }) => {
        this.heard.push(id);
        this.#writers.set(id, writer);
      })
      .on('system', {}, ({ status, message }: { status: string; message: string }) => {
        if (status === 'error') this.troubles.push(message);
        else if (message === 'Subscribed to PostgreSQL') this.joins += 1;
      });
  }

  /** Resolves when changes stream. */
  async start(): Promise<this> {
    this.channel.subscribe();
    await this.joined(1);
    return this;
  }

  /** Resolves when it has been told so often that changes stream. */
  async joined(times: number): Promise<void> {
    await expect
      .poll(() => this.joins, { timeout: 45_000, interval: 20, message: 'joined' })
      .toBeGreaterThanOrEqual(times);
  }

  /** Resolves when nothing of `ids` is missing. */
  async catchesUp(ids: Iterable<number>): Promise<void> {
    const all = [...ids];
    await expect
      .poll(
        () => {
          const heard = new Set(this.heard);
          return all.filter((id) => !heard.has(id)).slice(0, 5);
        },
        { timeout: 45_000, interval: 50, message: 'missing' },
      )
      .toEqual([]);
  }

  /** What came more than once. */
  get doubled(): number[] {
    const seen = new Set<number>();
    return this.heard.filter((id) => seen.size === seen.add(id).size);
  }

  /** As they came first. */
  get firsts(): number[] {
    return [...new Set(this.heard)];
  }

  /** Ids that came before an earlier one of the same writer. */
  get disordered(): number[] {
    const last = new Map<number | undefined, number>();
    return this.firsts.filter((id) => {
      const writer = this.#writers.get(id);
      const isLate = id < (last.get(writer) ?? 0);
      last.set(writer, Math.max(id, last.get(writer) ?? 0));
      return isLate;
    });
  }

  async close(): Promise<void> {
    await this.client.removeAllChannels();
    await this.client.realtime.disconnect();
  }
}
