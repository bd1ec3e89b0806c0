import { createHash } from 'node:crypto';
import type { Clock, Logger, Random } from '@plinth/kernel';
import { type Database, type Sql, sql } from '@plinth/postgres';
import { formatLsn, parseLsn } from '../capture/lsn.ts';
import type { LogPosition } from '../change-source.ts';
import { type Departed, type Returning, whoReturns } from './who-returns.ts';

/** Milliseconds until it is written that subscribers left or broke off, and between beats. */
const writeInterval = 500;
const beatInterval = 2_000;
const beatsPerCleaning = 15;

/** A node that has not been seen for so long is over, where it has not said so itself. */
const silence = '3 seconds';

/** Most subscribers of one name that are looked through for those who return. */
const mostOfName = 1_000;

/** Most subscribers that are written; beyond that they do not survive a restart. */
const most = 50_000;

export interface SubscriberStoreOptions {
  /** Owner of the tables: `supabase_admin`. */
  readonly database: Database;
  readonly clock: Clock;
  readonly random: Random;
  readonly logger: Logger;
  /** The same in every life of a server, different on each node of a cluster. */
  readonly place: string;
  /** Whether there are no other nodes. */
  readonly isAlone: boolean;
  /** Milliseconds for which a subscriber that is away is remembered. */
  readonly window: number;
  /** Milliseconds for which a connection may be gone before its node knows. */
  readonly unnoticed: number;
}

/** A subscriber as it was when it came. */
interface Added {
  readonly name: string;
  readonly at: Returning;
  readonly after: LogPosition | undefined;
}

/** A subscriber as it was when it broke off. */
interface Drop {
  readonly position: LogPosition;
  readonly lastRef: number;
}

/** A row that another life or node has left. */
interface Left extends Departed {
  readonly id: string;
}

interface Asked {
  readonly name: string;
  readonly returning: Returning;
  readonly resolve: (position: LogPosition | undefined) => void;
}

/**
 * Names of subscribers in the database, so that they survive the server. Who is connected stands where its node stands,
 * which is noted every two seconds: after a crash a little is sent twice, nothing is missed. Another node's subscriber may have lost
 * its connection long before that node knows; who goes on from there starts where the log stood then.
 */
export class SubscriberStore {
  readonly #options: SubscriberStoreOptions;
  readonly #node: string;
  readonly #added = new Map<string, Added>();
  readonly #dropped = new Map<string, Drop>();
  readonly #removed = new Set<string>();
  readonly #known = new Set<string>();
  #writeTimer: NodeJS.Timeout | undefined;
  #beatTimer: NodeJS.Timeout | undefined;
  #writing: Promise<void> = Promise.resolve();
  #adding: Promise<void> | undefined;
  #opening: Promise<void> | undefined;
  #noted: bigint | undefined;
  #beats = 0;
  #asked: Asked[] = [];
  readonly #startedAt: number;

  constructor(options: SubscriberStoreOptions) {
    this.#options = options;
    this.#node = options.random.uuid();
    this.#startedAt = options.clock.now();
  }

  /** Begins a life: those of this place before it are over. `position` gives how far the node has come. */
  open(position: () => LogPosition): Promise<void> {
    this.#opening ??= this.#open(position).catch((error: unknown) => {
      this.#opening = undefined;
      throw error;
    });
    return this.#opening;
  }

  /** `written` resolves once it outlives a crash of the server, or cannot; it never rejects. */
  add(added: Added): { readonly id: string; readonly written: Promise<void> } {
    const id = this.#options.random.uuid();
    if (this.#known.size >= most) return { id, written: Promise.resolve() };
    this.#known.add(id);
    this.#added.set(id, added);
    this.#adding ??= new Promise((resolve) => setImmediate(resolve)).then(() => {
      this.#adding = undefined;
      return this.#write();
    });
    return { id, written: this.#adding };
  }

  /** It broke off and may come back. */
  drop(id: string, drop: Drop): void {
    if (!this.#known.has(id)) return;
    this.#dropped.set(id, drop);
    this.#writeSoon();
  }

  remove(id: string): void {
    if (!this.#known.delete(id)) return;
    this.#dropped.delete(id);
    if (!this.#added.delete(id)) this.#removed.add(id);
    this.#writeSoon();
  }

  /** Takes the place of one that another life or node left; all asked in one turn go together. Never throws. */
  take(name: string, returning: Returning): Promise<LogPosition | undefined> {
    const { isAlone, clock, window } = this.#options;
    // Everybody of an earlier life has been away for too long.
    if (isAlone && clock.now() - this.#startedAt > window) return Promise.resolve(undefined);
    return new Promise((resolve) => {
      if (this.#asked.length === 0) setImmediate(() => void this.#takeAsked());
      this.#asked.push({ name, returning, resolve });
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
    const kept = secondsOf(window);
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
    const statements: Sql[] = [];
    if (added.length > 0) {
      const rows = added.map(([id, { name, at, after }]) => ({
        ...{ id, name: hex(hashOf(name)), last_ref: at.ref, address: placeOf(name, at) },
        ...(after !== undefined && { began: formatLsn(after.lsn) }),
      }));
      statements.push(sql`
        insert into realtime.feed_subscribers (id, name, node, last_ref, address, began)
        select id, name, ${this.#node}::uuid, last_ref, address, coalesce(began, pg_current_wal_insert_lsn())
        from json_populate_recordset(null::realtime.feed_subscribers, ${JSON.stringify(rows)})`);
    }
    if (dropped.length > 0) {
      const rows = dropped.map(([id, { position, lastRef }]) => ({
        ...{ id, position: formatLsn(position.lsn), last_ref: lastRef },
      }));
      statements.push(sql`
        update realtime.feed_subscribers s set position = d.position, last_ref = d.last_ref, ended_at = now()
        from json_populate_recordset(null::realtime.feed_subscribers, ${JSON.stringify(rows)}) as d
        where s.id = d.id`);
    }
    if (removed.length > 0) {
      statements.push(
        sql`delete from realtime.feed_subscribers where id = any (${removed}::uuid[])`,
      );
    }
    for (const statement of statements) await this.#options.database.query(statement);
  }

  async #takeAsked(): Promise<void> {
    const asked = this.#asked;
    this.#asked = [];
    const found = await this.#leftOf(new Set(asked.map(({ name }) => name))).catch(
      (error: unknown) => {
        this.#warn(error);
        return new Map<string, Left[]>();
      },
    );
    const taken = new Set<string>();
    for (const { name, returning, resolve } of asked) {
      const left = (found.get(hex(hashOf(name))) ?? []).filter(({ id }) => !taken.has(id));
      const at = { ref: returning.ref, address: placeOf(name, returning) };
      const place = whoReturns(left, at);
      if (place !== undefined) taken.add(place.taken.id);
      resolve(place?.position);
    }
    if (taken.size > 0) await this.#give([...taken]).catch((error: unknown) => this.#warn(error));
  }

  /** By hash of the name: those of `names` who stand furthest back. */
  async #leftOf(names: ReadonlySet<string>): Promise<ReadonlyMap<string, Left[]>> {
    const { database, window, unnoticed } = this.#options;
    const rows = await database.query<{
      id: string;
      name: string;
      last_ref: string;
      address: string;
      position: string;
    }>(sql`
      with found as (
        select s.*, coalesce(s.position, greatest(s.began, case
            when n.is_over or n.seen_at < now() - ${silence}::interval then n.position
            else least(n.position, coalesce(
              (select p.position from realtime.feed_positions p
                where p.at < now() - ${secondsOf(unnoticed)}::interval order by p.at desc limit 1),
              (select p.position from realtime.feed_positions p order by p.at limit 1)))
          end)) as stands
        from realtime.feed_subscribers s join realtime.feed_nodes n using (node)
        where s.name = any (${[...names].map((name) => hex(hashOf(name)))}::bytea[]) and s.node <> ${this.#node}
          and coalesce(s.ended_at, n.seen_at) > now() - ${secondsOf(window)}::interval
          and not (s.is_continued and (s.position is not null or n.seen_at < now() - ${silence}::interval))
      ), ranked as (
        select *, row_number() over (partition by name order by stands) as rank from found
      )
      select id, name::text, last_ref::text, coalesce(address::text, '') as address, stands::text as position
      from ranked where rank <= ${mostOfName}`);
    const found = new Map<string, Left[]>();
    for (const { id, name, last_ref: lastRef, address, position } of rows) {
      const entry = {
        ...{ id, address, lastRef: Number(lastRef) },
        position: { lsn: parseLsn(position), index: -1 },
      };
      const same = found.get(name);
      if (same === undefined) found.set(name, [entry]);
      else same.push(entry);
    }
    return found;
  }

  /** One that may still be connected keeps its row. */
  async #give(ids: readonly string[]): Promise<void> {
    await this.#options.database.query(sql`
      with away as (
        delete from realtime.feed_subscribers s using realtime.feed_nodes n
        where s.id = any (${ids}::uuid[]) and n.node = s.node
          and (s.position is not null or n.is_over or n.seen_at < now() - ${silence}::interval)
        returning s.id
      )
      update realtime.feed_subscribers set is_continued = true
      where id = any (${ids}::uuid[]) and id not in (select id from away)`);
  }

  #warn(error: unknown): void {
    this.#options.logger.warn({ err: String(error) }, 'subscribers could not be remembered');
  }
}

function hashOf(name: string): Buffer {
  return createHash('sha256').update(name).digest();
}

/** Hash of an address, different for each name: it is compared, and not kept. */
function placeOf(name: string, { address }: Returning): string {
  return hex(hashOf(`${address} ${name}`).subarray(0, 8));
}

function secondsOf(milliseconds: number): string {
  return `${Math.ceil(milliseconds / 1000)} seconds`;
}

/** The text form of bytea. */
function hex(bytes: Buffer): string {
  return `\\x${bytes.toString('hex')}`;
}
