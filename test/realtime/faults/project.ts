import { cpSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ReadyInfo } from '@plinth/server';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import pg from 'pg';
import WebSocket from 'ws';
import { newFolder, PlinthProcess } from '../../cli/plinth-process.ts';

/** What `query` may be asked as. */
type Login = 'postgres' | 'supabase_admin';

/** A project folder and the server process on it, which a test stops, kills and starts again on the same ports. */
export class Project {
  readonly #folder = newFolder();
  readonly #environment: Readonly<Record<string, string>>;
  #running: { readonly plinth: PlinthProcess; readonly ready: ReadyInfo } | undefined;

  constructor(environment: Readonly<Record<string, string>> = {}) {
    this.#environment = environment;
  }

  get path(): string {
    return this.#folder.path;
  }

  get ready(): ReadyInfo {
    if (this.#running === undefined) throw new Error('the server was never started');
    return this.#running.ready;
  }

  /** What it has logged. */
  get log(): string {
    return this.#running?.plinth.stderr ?? '';
  }

  /** On free ports at first, then on the same ones: clients find it again. */
  async start(): Promise<void> {
    const before = this.#running?.ready;
    const ports =
      before === undefined
        ? []
        : ['--port', new URL(before.url).port, '--db-port', new URL(before.databaseUrl).port];
    this.#running = await PlinthProcess.start(this.#folder.path, {
      args: ports,
      environment: this.#environment,
    });
  }

  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> {
    return (await this.#running?.plinth.stop(signal)) ?? null;
  }

  /** Takes over the keys and passwords of another one, as several servers over one database have to. */
  shareSecrets(other: Project): void {
    const of = (path: string): string => join(path, '.plinth');
    mkdirSync(of(this.path), { recursive: true });
    cpSync(join(of(other.path), 'secrets.json'), join(of(this.path), 'secrets.json'));
  }

  async remove(): Promise<void> {
    await this.stop();
    this.#folder.remove();
  }

  /** The official client, as an application makes it. */
  client(port?: number): SupabaseClient {
    const { url, anonKey } = this.ready;
    const reached = new URL(url);
    if (port !== undefined) reached.port = `${port}`;
    return createClient(reached.origin, anonKey, {
      auth: { persistSession: false, autoRefreshToken: false },
      realtime: { transport: WebSocket as never },
    });
  }

  /** A connection string for the project's database. */
  databaseUrl(login: Login = 'postgres'): string {
    const { databaseUrl } = this.ready;
    if (login === 'postgres' || this.#environment.DATABASE_URL !== undefined) return databaseUrl;
    const url = new URL(databaseUrl);
    const secrets: { databasePasswords: Record<Login, string> } = JSON.parse(
      readFileSync(join(this.path, '.plinth', 'secrets.json'), 'utf8'),
    );
    url.username = login;
    url.password = secrets.databasePasswords[login];
    return url.href;
  }

  /** Rows of a statement on a connection of its own. */
  async query<Row extends pg.QueryResultRow>(text: string, login?: Login): Promise<Row[]> {
    const database = new pg.Client({ connectionString: this.databaseUrl(login) });
    database.on('error', () => {});
    await database.connect();
    try {
      return (await database.query<Row>(text)).rows;
    } finally {
      await database.end();
    }
  }
}
