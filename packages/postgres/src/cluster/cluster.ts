import { createServer } from 'node:net';
import { join, resolve } from 'node:path';
import type { Logger } from '@plinth/kernel';
import type { ConnectionOptions } from '../connection/connection-options.ts';
import { type Account, postgresAccount } from './account.ts';
import { type Binaries, findBinaries } from './binaries.ts';
import { ClusterError } from './cluster-error.ts';
import { createCluster, holdsCluster, writeOwned } from './data-directory.ts';
import { clearLeftovers } from './leftovers.ts';
import { LogFile } from './log-file.ts';
import { availableMemory } from './memory.ts';
import { Postmaster } from './postmaster.ts';
import { clusterSettings } from './settings.ts';
import { socketFolder } from './socket-folder.ts';

export interface ClusterOptions {
  /** The data directory; made where it does not exist. */
  readonly directory: string;
  /** TCP port on 127.0.0.1; 0 takes any free one. */
  readonly port: number;
  /** File that takes Postgres' log. */
  readonly logFile: string;
  readonly superuser: string;
  /** Password of the superuser; used when the cluster is made, and to log in. */
  readonly password: string;
  readonly logger: Logger;
}

/** Pauses before the postmaster is started again after it ended by itself, in milliseconds. */
const restartPauses = [0, 200, 1_000, 3_000, 5_000] as const;

/** A postmaster that has run this long, in milliseconds, is healthy: the pauses begin anew. */
const healthyAfter = 60_000;

/**
 * The embedded Postgres: made on first start, recovered after a crash, started again when it dies.
 * Whoever calls `start` must hold the lock of the project folder.
 */
export class Cluster {
  readonly port: number;
  readonly #options: ClusterOptions;
  readonly #account: Account | undefined;
  readonly #binaries: Binaries;
  readonly #socketFolder: string;
  #log: LogFile | undefined;
  #postmaster: Postmaster | undefined;
  #stopping = false;
  #restarting: Promise<void> = Promise.resolve();
  #attempt = 0;

  private constructor(options: ClusterOptions, port: number) {
    this.port = port;
    this.#options = { ...options, directory: resolve(options.directory) };
    this.#account = postgresAccount(this.#options.directory);
    this.#binaries = findBinaries(this.#account);
    this.#socketFolder = socketFolder(this.#options.directory, this.#account);
  }

  /** True where `start` will make a new cluster. Throws ClusterError on an unusable directory. */
  static isNew(directory: string): boolean {
    return !holdsCluster(directory);
  }

  /** A running Postgres on `directory`. Throws ClusterError with a sentence for the person at the terminal. */
  static async start(options: ClusterOptions): Promise<Cluster> {
    const isNew = Cluster.isNew(options.directory);
    // What a killed server has left behind still holds the port.
    if (!isNew) await clearLeftovers(resolve(options.directory));
    const cluster = new Cluster(options, await choosePort(options));
    if (isNew) await cluster.#create();
    cluster.#log = new LogFile(options.logFile);
    await cluster.#run();
    return cluster;
  }

  /** How to log in over the private unix socket. */
  connection(database: string, user: string, password: string): ConnectionOptions {
    return { host: this.#socketFolder, port: this.port, database, user, password, tls: false };
  }

  /** The postmaster's process id; 0 while it is down. */
  get pid(): number {
    return this.#postmaster?.pid ?? 0;
  }

  /** Orderly stop within 5 s; safe to call twice. */
  async close(): Promise<void> {
    this.#stopping = true;
    await this.#restarting;
    await this.#postmaster?.stop();
    this.#log?.close();
  }

  async #create(): Promise<void> {
    const { directory, superuser, password } = this.#options;
    await createCluster(directory, {
      binaries: this.#binaries,
      account: this.#account,
      superuser,
      password,
    });
  }

  async #run(): Promise<void> {
    const { directory, logFile } = this.#options;
    const settings = clusterSettings({
      port: this.port,
      socketFolder: this.#socketFolder,
      memory: availableMemory(),
    });
    writeOwned(join(directory, 'plinth.conf'), settings, this.#account);
    const postmaster = await Postmaster.start({
      program: this.#binaries.postgres,
      dataDirectory: directory,
      account: this.#account,
      logFile,
    });
    this.#postmaster = postmaster;
    const healthy = setTimeout(() => {
      this.#attempt = 0;
    }, healthyAfter);
    healthy.unref();
    void postmaster.ended.then(() => {
      clearTimeout(healthy);
      this.#postmaster = undefined;
      if (!this.#stopping) this.#restarting = this.#restart();
    });
  }

  async #restart(): Promise<void> {
    const { logger } = this.#options;
    logger.error({ log: this.#options.logFile }, 'Postgres ended unexpectedly; starting it again');
    while (!this.#stopping) {
      const pause = restartPauses[Math.min(this.#attempt, restartPauses.length - 1)] ?? 0;
      this.#attempt += 1;
      await new Promise((done) => setTimeout(done, pause));
      try {
        await clearLeftovers(this.#options.directory);
        await this.#run();
        logger.info({ pid: this.pid }, 'Postgres is back');
        return;
      } catch (error) {
        logger.error(
          { err: error instanceof Error ? error.message : String(error) },
          'Postgres did not come back',
        );
      }
    }
  }
}

/** The wished port where it is free, or any free one. */
function choosePort({ port }: ClusterOptions): Promise<number> {
  return new Promise((resolvePort, reject) => {
    const probe = createServer();
    probe.once('error', () => {
      reject(
        new ClusterError(
          'port_busy',
          `Port ${port} is in use by another program, so the database cannot listen there. Choose another ` +
            'with --db-port, or --db-port 0 for any free one.',
        ),
      );
    });
    probe.listen(port, '127.0.0.1', () => {
      const address = probe.address();
      const chosen = typeof address === 'object' && address !== null ? address.port : port;
      probe.close(() => resolvePort(chosen));
    });
  });
}
