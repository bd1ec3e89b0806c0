import { createHash } from 'node:crypto';
import type { Logger, Random } from '@plinth/kernel';
import { type Database, sql } from '@plinth/postgres';
import { formatLsn, parseLsn } from '../capture/lsn.ts';
import type { LogPosition } from '../change-source.ts';

/** Milliseconds until changes of the table of subscribers are written, and between beats. */
const writeInterval = 500;
const beatInterval = 2_000;
const beatsPerCleaning = 15;

/** A node that has not been seen for so long (ms) is over: others take its subscribers. */
const silence = 10_000;

/** Most subscribers that are written; beyond that they do not survive a restart. */
const most = 50_000;

export interface SubscriberStoreOptions {
  /** Owner of the tables: `supabase_admin`. */
  readonly database: Database;
  readonly random: Random;
  readonly logger: Logger;
  /** The same in every life of this server, different on each node of a cluster. */
  readonly place: string;
  /** Milliseconds for which a subscriber that is away is remembered. */
  readonly window: number;
}

/**
 * Names of subscribers in the database, so that they survive the server. Who is connected stands where its node stands,
 * which is noted every two seconds: after a crash a little is sent twice, nothing is missed.
 */
export class SubscriberStore {
  readonly #options: SubscriberStoreOptions;
  readonly #node: string;
  readonly #added = new Map<string, Buffer>();
  readonly #dropped = new Map<string, LogPosition>();
  readonly #removed = new Set<string>();
  readonly #known = new Set<string>();
  #writeTimer: NodeJS.Timeout | undefined;
  #beatTimer: NodeJS.Timeout | undefined;
  #writing: Promise<void> = Promise.resolve();
  #opening: Promise<void> | undefined;
  #noted: bigint | undefined;
  #beats = 0;
  #asked: { name: Buffer; resolve: (position: LogPosition | undefined) => void }[] = [];

  constructor(options: SubscriberStoreOptions) {
    this.#options = options;
    this.#node = options.random.uuid();
  }

  /** Begins a life: those of this place before it are over. `position` gives how far the node has come. */
  open(position: () => LogPosition): Promise<void> {
    this.#opening ??= this.#open(position).catch((error: unknown) => {
      this.#opening = undefined;
      throw error;
    });
    return this.#opening;
  }

  add(name: string): string {
    const id = this.#options.random.uuid();
    if (this.#known.size >= most) return id;
    this.#known.add(id);
    this.#added.set(id, hashOf(name));
    this.#writeSoon();
    return id;
  }

  /** It broke off and may come back. */
  drop(id: string, position: LogPosition): void {
    if (!this.#known.has(id)) return;
    this.#dropped.set(id, position);
    this.#writeSoon();
  }

  remove(id: string): void {
    if (!this.#known.delete(id)) return;
    this.#dropped.delete(id);
    if (!this.#added.delete(id)) this.#removed.add(id);
    this.#writeSoon();
  }

  /** Takes an entry that another life or node left; all asked in one turn go in one statement. Never throws. */
  take(name: string): Promise<LogPosition | undefined> {
    return new Promise((resolve) => {
      if (this.#asked.length === 0) setImmediate(() => void this.#takeAsked());
      this.#asked.push({ name: hashOf(name), resolve });
    });
  }

  /** Where the log stood at a time in milliseconds, or as far back as is known. */
  async positionAt(time: number): Promise<LogPosition | undefined> {
    const [row] = await this.#options.database.query<{ position: string }>(sql`
      (select position::text from realtime.feed_positions where at <= to_timestamp(${time}::float8 / 1000)
       order by at desc limit 1)
      union all
      (select position::text from realtime.feed_positions order by at limit 1)
      limit 1`);
    return row === undefined ? undefined : { lsn: parseLsn(row.position), index: -1 };
  }

  /** Writes what is left. */
  async close(): Promise<void> {
    clearTimeout(this.#writeTimer);
    clearInterval(this.#beatTimer);
    this.#writeTimer = undefined;
    await this.#write();
  }

  async #open(position: () => LogPosition): Promise<void> {
    const { database, place } = this.#options;
    const { lsn } = position();
    await database.query(sql`
      with over as (
        update realtime.feed_nodes set is_over = true where place = ${place} and not is_over
      )
      insert into realtime.feed_nodes (node, place, position) values (${this.#node}, ${place}, ${formatLsn(lsn)})`);
    await this.#clean();
    this.#beatTimer = setInterval(() => {
      void this.#beat(position()).catch((error: unknown) => this.#warn(error));
    }, beatInterval).unref();
  }

  async #beat({ lsn }: LogPosition): Promise<void> {
    const { database } = this.#options;
    this.#beats += 1;
    if (this.#beats % beatsPerCleaning === 0) await this.#clean();
    if (lsn === this.#noted) {
      await database.query(
        sql`update realtime.feed_nodes set seen_at = now() where node = ${this.#node} and seen_at < now() - interval '4 seconds'`,
      );
      return;
    }
    this.#noted = lsn;
    await database.query(sql`
      with seen as (
        update realtime.feed_nodes set seen_at = now(), position = ${formatLsn(lsn)} where node = ${this.#node}
      )
      insert into realtime.feed_positions (position) values (${formatLsn(lsn)})`);
  }

  /** Forgets who stayed away for longer than the window. */
  async #clean(): Promise<void> {
    const { database, window } = this.#options;
    const kept = `${Math.ceil(window / 1000)} seconds`;
    await database.query(sql`
      with positions as (
        delete from realtime.feed_positions where at < now() - ${kept}::interval - interval '1 minute'
      ), gone as (
        delete from realtime.feed_nodes where seen_at < now() - ${kept}::interval and node <> ${this.#node} returning node
      )
      delete from realtime.feed_subscribers
      where ended_at < now() - ${kept}::interval or node in (select node from gone)
        or not exists (select from realtime.feed_nodes n where n.node = feed_subscribers.node)`);
  }

  #writeSoon(): void {
    this.#writeTimer ??= setTimeout(() => {
      this.#writeTimer = undefined;
      void this.#write();
    }, writeInterval).unref();
  }

  /** One write after another. */
  #write(): Promise<void> {
    this.#writing = this.#writing
      .then(() => this.#writeAll())
      .catch((error: unknown) => this.#warn(error));
    return this.#writing;
  }

  async #writeAll(): Promise<void> {
    const added = [...this.#added];
    const dropped = [...this.#dropped];
    const removed = [...this.#removed];
    this.#added.clear();
    this.#dropped.clear();
    this.#removed.clear();
    if (added.length + dropped.length + removed.length === 0) return;
    const { database } = this.#options;
    await database.transaction(async (transaction) => {
      if (added.length > 0) {
        await transaction.query(sql`
          insert into realtime.feed_subscribers (id, name, node)
          select id, name, ${this.#node}::uuid
          from unnest(${added.map(([id]) => id)}::uuid[], ${added.map(([, name]) => hex(name))}::bytea[]) as s(id, name)`);
      }
      if (dropped.length > 0) {
        await transaction.query(sql`
          update realtime.feed_subscribers s set position = d.position, ended_at = now()
          from unnest(${dropped.map(([id]) => id)}::uuid[], ${dropped.map(([, { lsn }]) => formatLsn(lsn))}::pg_lsn[])
            as d(id, position)
          where s.id = d.id`);
      }
      if (removed.length > 0) {
        await transaction.query(
          sql`delete from realtime.feed_subscribers where id = any (${removed}::uuid[])`,
        );
      }
    });
  }

  async #takeAsked(): Promise<void> {
    const asked = this.#asked;
    this.#asked = [];
    const found = await this.#takeRows(asked.map(({ name }) => hex(name))).catch(
      (error: unknown) => {
        this.#warn(error);
        return new Map<string, LogPosition[]>();
      },
    );
    for (const { name, resolve } of asked) resolve(found.get(hex(name))?.shift());
  }

  async #takeRows(names: readonly string[]): Promise<Map<string, LogPosition[]>> {
    const { database, window } = this.#options;
    const kept = `${Math.ceil(window / 1000)} seconds`;
    const rows = await database.query<{ name: string; position: string }>(sql`
      with wanted as (
        select name, count(*) as count from unnest(${names}::bytea[]) as w(name) group by name
      ), ranked as (
        select s.id, s.name, coalesce(s.position, n.position) as place,
          row_number() over (partition by s.name order by coalesce(s.position, n.position)) as rank
        from realtime.feed_subscribers s
        join realtime.feed_nodes n using (node)
        where s.name in (select name from wanted) and s.node <> ${this.#node}
          and coalesce(s.ended_at, n.seen_at) > now() - ${kept}::interval
          and (s.position is not null or n.is_over or n.seen_at < now() - ${`${silence} milliseconds`}::interval)
      )
      delete from realtime.feed_subscribers d using ranked r, wanted w
      where d.id = r.id and w.name = r.name and r.rank <= w.count
      returning d.name::text as name, r.place::text as position`);
    const found = new Map<string, LogPosition[]>();
    for (const { name, position } of rows) {
      const entry = { lsn: parseLsn(position), index: -1 };
      const same = found.get(name);
      if (same === undefined) found.set(name, [entry]);
      else same.push(entry);
    }
    return found;
  }

  #warn(error: unknown): void {
    this.#options.logger.warn({ err: String(error) }, 'subscribers could not be remembered');
  }
}

function hashOf(name: string): Buffer {
  return createHash('sha256').update(name).digest();
}

/** The text form of bytea. */
function hex(bytes: Buffer): string {
  return `\\x${bytes.toString('hex')}`;
}
