import type { Logger } from '@plinth/kernel';
import { type ConnectionOptions, Database } from '@plinth/postgres';
import type { LoginRole } from '../secrets/secrets-file.ts';

/** Most connections per login role; unused ones are closed, so these cost nothing at rest. */
const poolSizes: Readonly<Record<LoginRole, number>> = {
  authenticator: 10,
  supabase_auth_admin: 5,
  postgres: 5,
  supabase_admin: 3,
  supabase_storage_admin: 10,
  supabase_read_only_user: 3,
};

/** Roles whose statements are few and come with every request: sign-in, refresh, download. */
const preparing: readonly LoginRole[] = ['supabase_auth_admin', 'supabase_storage_admin'];

export interface ProjectDatabasesOptions {
  readonly connectionOf: (role: LoginRole) => ConnectionOptions;
  /** Connections of the Data API. */
  readonly poolSize: number;
  readonly logger: Logger;
}

/** The pools of one project's database, one per login role, opened when first asked for. */
export class ProjectDatabases {
  readonly #options: ProjectDatabasesOptions;
  readonly #pools = new Map<LoginRole, Database>();

  constructor(options: ProjectDatabasesOptions) {
    this.#options = options;
  }

  as(role: LoginRole): Database {
    const known = this.#pools.get(role);
    if (known !== undefined) return known;
    const { connectionOf, poolSize, logger } = this.#options;
    const database = new Database({
      connection: connectionOf(role),
      maxConnections: role === 'authenticator' ? poolSize : poolSizes[role],
      idleTimeout: 10_000,
      prepare: preparing.includes(role),
      logger,
    });
    this.#pools.set(role, database);
    return database;
  }

  async close(): Promise<void> {
    await Promise.all([...this.#pools.values()].map((pool) => pool.close()));
    this.#pools.clear();
  }
}
