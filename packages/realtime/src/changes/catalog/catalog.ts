import { BoundedMap, type Clock } from '@plinth/kernel';
import { type Database, sql } from '@plinth/postgres';
import { readPublished } from './read-published.ts';
import { readRole } from './read-role.ts';
import { readTable } from './read-table.ts';
import type { PublishedTable, RoleAccess, TableCatalog } from './table-catalog.ts';

/**
 * Milliseconds after which roles are looked at again: membership and attributes of roles belong to the cluster and
 * change without an event trigger.
 */
const rolesInterval = 2_000;

const mostTables = 2_000;
const mostAccesses = 10_000;

export interface CatalogOptions {
  /** Reads catalogs; runs nothing of the owner's. */
  readonly database: Database;
  readonly clock: Clock;
  readonly publications: readonly string[];
}

/**
 * Tables, privileges and policies, read when first needed and kept until `forget`. What is read concurrently with a
 * change of the schema is not kept.
 */
export class Catalog {
  readonly #options: CatalogOptions;
  #generation = 0;
  #tables = new BoundedMap<number, Promise<TableCatalog | undefined>>(mostTables);
  #accesses = new BoundedMap<string, Promise<RoleAccess | undefined>>(mostAccesses);
  #published: Promise<ReadonlyMap<number, PublishedTable>> | undefined;
  #rolesReadAt = Number.NEGATIVE_INFINITY;
  #roles: string | undefined;

  constructor(options: CatalogOptions) {
    this.#options = options;
  }

  /** Counts the changes of schema and roles; what was learnt under another number is outdated. */
  get generation(): number {
    return this.#generation;
  }

  /** The schema has changed: everything is read anew. */
  forget(): void {
    this.#generation += 1;
    this.#tables = new BoundedMap(mostTables);
    this.#accesses = new BoundedMap(mostAccesses);
    this.#published = undefined;
  }

  /**
   * Forgets everything where roles have changed; asks Postgres at most once per interval. Where nothing marks changes of
   * the schema in the log (event triggers take a superuser), everything is forgotten each time.
   */
  async refreshRoles(): Promise<void> {
    const now = this.#options.clock.now();
    if (now - this.#rolesReadAt < rolesInterval) return;
    this.#rolesReadAt = now;
    const [row] = await this.#options.database.query<{ roles: string; watched: boolean }>(sql`
      select md5(coalesce((
        select string_agg(concat_ws(' ', oid, rolname, rolsuper, rolinherit, rolbypassrls), ',' order by oid) from pg_roles
      ), '') || coalesce((
        select string_agg(concat_ws(' ', m.*::text), ',' order by m.roleid, m.member, m.grantor) from pg_auth_members m
      ), '')) as roles,
      exists (
        select from pg_event_trigger where evtname = 'plinth_realtime_ddl_watch' and evtenabled <> 'D'
      ) as watched`);
    const hasChanged = this.#roles !== undefined && this.#roles !== row?.roles;
    if (hasChanged || row?.watched === false) this.forget();
    this.#roles = row?.roles;
  }

  /** Undefined where the table is gone. */
  table(oid: number): Promise<TableCatalog | undefined> {
    return this.#cached(this.#tables, oid, () => readTable(this.#options.database, oid));
  }

  /** Undefined where the role is unknown. */
  access(table: TableCatalog, role: string): Promise<RoleAccess | undefined> {
    return this.#cached(this.#accesses, `${table.oid} ${role}`, () =>
      readRole(this.#options.database, table, role),
    );
  }

  /** The tables of the publication by their oid. */
  published(): Promise<ReadonlyMap<number, PublishedTable>> {
    if (this.#published === undefined) {
      const reading = readPublished(this.#options.database, this.#options.publications);
      this.#published = reading;
      reading.catch(() => {
        if (this.#published === reading) this.#published = undefined;
      });
    }
    return this.#published;
  }

  #cached<K, T>(cache: BoundedMap<K, Promise<T>>, key: K, read: () => Promise<T>): Promise<T> {
    const known = cache.get(key);
    if (known !== undefined) return known;
    const reading = read();
    cache.set(key, reading);
    reading.catch(() => cache.delete(key));
    return reading;
  }
}
