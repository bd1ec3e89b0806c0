import pg from 'pg';
import { newFolder, type PlinthTarget, removeFolder, startPlinth } from '../targets.ts';
import type { RealtimeRun, Setting } from './bench-setting.ts';
import { Generator } from './generator-process.ts';
import { prepareRealtime } from './prepare-realtime.ts';
import type { BenchUser } from './user-tokens.ts';

/** A server with the tables and users of these measurements, which can be started again. */
export class Site {
  readonly #folder: string = newFolder();
  readonly #run: RealtimeRun;
  readonly #generator: Generator = Generator.start();
  #server: PlinthTarget | undefined;
  #database: pg.Client | undefined;
  #users: readonly BenchUser[] = [];

  constructor(run: RealtimeRun) {
    this.#run = run;
  }

  /** Stops the server where it runs, and starts it. */
  async start(): Promise<Setting> {
    await this.#stopServer();
    const server = await startPlinth(this.#folder);
    this.#server = server;
    const database = new pg.Client({ connectionString: server.ready.databaseUrl });
    await database.connect();
    this.#database = database;
    if (this.#users.length === 0) this.#users = await prepareRealtime(server, database);
    return { server, generator: this.#generator, database, users: this.#users, ...this.#run };
  }

  /** So that a scenario that failed leaves nothing behind for the next one. */
  async closeSockets(): Promise<void> {
    await this.#generator.ask('close', {});
  }

  async close(): Promise<void> {
    this.#generator.stop();
    await this.#stopServer();
    removeFolder(this.#folder);
  }

  async #stopServer(): Promise<void> {
    await this.#database?.end();
    await this.#server?.stop();
  }
}
