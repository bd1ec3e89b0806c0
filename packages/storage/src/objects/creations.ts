import type { JsonObject } from '@plinth/kernel';
import { type Database, json, type RequestSettings, type Sql, sql } from '@plinth/postgres';
import { databaseFailure } from '../access/database-failure.ts';
import { storageError } from '../errors.ts';
import type { WriteTarget } from './check-write.ts';
import { type ObjectMetadata, ownerColumns } from './stored-object.ts';

/** Most rows of one statement. */
const mostRows = 200;

/** Longest row that goes with others, in characters of JSON: a large one would hold them up. */
const longestRow = 16_384;

/** A new object, whose bytes are durable already. */
export interface Creation {
  readonly target: Omit<WriteTarget, 'upsert'>;
  readonly version: string;
  readonly metadata: Partial<ObjectMetadata>;
  readonly userMetadata: JsonObject | undefined;
}

interface Waiting {
  readonly version: string;
  /** JSON. */
  readonly row: string;
  readonly resolve: (id: string | undefined) => void;
  readonly reject: (error: Error) => void;
}

/** What one statement did: ids by version; `apart` where it did nothing, since each row has to go by itself. */
interface Outcome {
  readonly apart: boolean;
  readonly ids: Readonly<Record<string, string>>;
}

/** No caller's settings: nothing is there to read them. A name that another transaction holds must not hold up the rest. */
const settings: RequestSettings = {
  role: 'service_role',
  settings: [
    ['search_path', 'storage, public, extensions'],
    ['statement_timeout', '30000'],
    ['lock_timeout', '200'],
  ],
};

/**
 * Commits new objects of the same moment together: one round trip, one flush of Postgres' log. What comes while a statement
 * is under way goes with the next one, so that nobody waits for company.
 */
export class Creations {
  readonly #database: Database;
  #waiting: Waiting[] = [];
  #isBusy = false;

  constructor(database: Database) {
    this.#database = database;
  }

  /**
   * The id of the new row. Undefined where nothing was done and the object is to be committed by itself: triggers of the
   * application are to see its request, or a row of the group was refused, whichever. Throws `KeyAlreadyExists`;
   * `Unavailable` where nobody knows whether it was committed; `SlowDown`.
   */
  create({ target, version, metadata, userMetadata = {} }: Creation): Promise<string | undefined> {
    const { bucket, key } = target;
    const { owner, ownerId } = ownerColumns(target.owner);
    const row = json({ bucket, key, owner, ownerId, version, metadata, userMetadata });
    if (row.length > longestRow) return Promise.resolve(undefined);
    return new Promise((resolve, reject) => {
      this.#waiting.push({ version, row, resolve, reject });
      if (!this.#isBusy) void this.#work();
    });
  }

  async #work(): Promise<void> {
    this.#isBusy = true;
    while (this.#waiting.length > 0) await this.#commit(this.#waiting.splice(0, mostRows));
    this.#isBusy = false;
  }

  async #commit(group: readonly Waiting[]): Promise<void> {
    try {
      const { apart, ids } = await this.#insert(group);
      for (const { version, resolve, reject } of group) {
        const id = ids[version];
        if (apart || id !== undefined) resolve(id);
        else reject(storageError('KeyAlreadyExists'));
      }
    } catch (cause) {
      const failure = databaseFailure(cause, { table: 'objects', commands: ['INSERT'] });
      const isRefusal = failure.code !== 'Unavailable' && failure.code !== 'SlowDown';
      for (const { resolve, reject } of group) {
        if (isRefusal) resolve(undefined);
        else reject(failure);
      }
    }
  }

  async #insert(group: readonly Waiting[]): Promise<Outcome> {
    const rows = `[${group.map(({ row }) => row).join(',')}]`;
    const [result] = await this.#database.request(settings, [insertion(rows).render()]);
    return JSON.parse(result?.rows[0]?.[0] ?? 'null') as Outcome;
  }
}

/** `rows`: JSON. The triggers that it names are our own, which do not ask whose request it is. */
function insertion(rows: string): Sql {
  return sql`with apart as materialized (
      select exists (
        select from pg_catalog.pg_trigger as t
        where t.tgrelid = 'storage.objects'::regclass and not t.tgisinternal
          and t.tgname not in ('protect_objects_delete', 'retire_deleted', 'retire_replaced', 'update_objects_updated_at')
      ) as yes
    ), created as (
      insert into storage.objects (bucket_id, name, owner, owner_id, version, metadata, user_metadata)
      select r.bucket, r.key, r.owner, r."ownerId", r.version, r.metadata, r."userMetadata"
      from apart, json_to_recordset(${rows}) as r (
        bucket text, key text, owner uuid, "ownerId" text, version text, metadata jsonb, "userMetadata" jsonb)
      where not apart.yes
      on conflict (name, bucket_id) do nothing
      returning version, id
    )
    select json_build_object('apart', (select yes from apart),
      'ids', (select coalesce(json_object_agg(version, id), '{}') from created))`;
}
