import type { Logger } from '@plinth/kernel';
import { type ConnectionOptions, Database, type DatabaseOptions } from '@plinth/postgres';
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

type ApartOptions = Pick<DatabaseOptions, 'maxConnections' | 'searchPath'>;

/** The pools of one project's database, one per login role, opened when first asked for. */
export class ProjectDatabases {
  readonly #options: ProjectDatabasesOptions;
  readonly #pools = new Map<string, Database>();

  constructor(options: ProjectDatabasesOptions) {
    this.#options = options;
  }

  as(role: LoginRole): Database {
    return this.#pool(role, role, {
      maxConnections: role === 'authenticator' ? this.#options.poolSize : poolSizes[role],
      prepare: preparing.includes(role),
    });
  }

  /** A pool of a service's own, so that a storm of its questions keeps nobody else waiting. */
  apart(role: LoginRole, service: string, options: ApartOptions): Database {
    const applicationName = `plinth ${service}`;
    return this.#pool(`${role} ${service}`, role, { ...options, applicationName });
  }

  async close(): Promise<void> {
    await Promise.all([...this.#pools.values()].map((pool) => pool.close()));
    this.#pools.clear();
  }

  #pool(name: string, role: LoginRole, options: Partial<DatabaseOptions>): Database {
    const known = this.#pools.get(name);
    if (known !== undefined) return known;
    const { connectionOf, logger } = this.#options;
    const connection = connectionOf(role);
    const database = new Database({ connection, idleTimeout: 10_000, logger, ...options });
    this.#pools.set(name, database);
    return database;
  }
}
