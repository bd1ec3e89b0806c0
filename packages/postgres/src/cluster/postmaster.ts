import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync, statSync } from 'node:fs';
import type { Account } from './account.ts';
import { ClusterError } from './cluster-error.ts';
import { DirectoryHandle } from './directory-handle.ts';
import { explainFailure } from './explain-failure.ts';
import { readPidFile } from './pid-file.ts';
import { waitUntil } from './process-list.ts';
import { programEnvironment } from './run-program.ts';

/** Longest start: crash recovery has to replay the log since the last checkpoint. */
const startTimeout = 10 * 60_000;

/** Longest orderly stop before the postmaster is told to drop everything (its next start recovers). */
const stopTimeout = 3_500;

export interface PostmasterOptions {
  readonly program: string;
  readonly dataDirectory: string;
  readonly account: Account | undefined;
  /** Open file that takes what Postgres writes to stderr. */
  readonly logFile: string;
}

/** One run of the postmaster process, from its start to its end. */
export class Postmaster {
  readonly #child: ChildProcess;
  readonly #options: PostmasterOptions;
  readonly #logStart: number;
  /** Resolves when the process has ended, for whatever reason. */
  readonly ended: Promise<void>;

  private constructor(child: ChildProcess, options: PostmasterOptions, logStart: number) {
    this.#child = child;
    this.#options = options;
    this.#logStart = logStart;
    this.ended = new Promise((resolve) => {
      child.once('exit', () => resolve());
      child.once('error', () => resolve());
    });
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  /** Starts the process and waits until it accepts connections. Throws ClusterError. */
  static async start(options: PostmasterOptions): Promise<Postmaster> {
    const log = openSync(options.logFile, 'a', 0o600);
    const handle = new DirectoryHandle(options.dataDirectory, options.account);
    const logStart = statSync(options.logFile).size;
    try {
      const child = spawn(options.program, ['-D', handle.path], {
        ...(options.account ?? {}),
        cwd: '/',
        env: programEnvironment,
        // A group of its own: Ctrl-C in the terminal is the server's to handle, not Postgres'.
        detached: true,
        stdio: ['ignore', log, log, ...handle.descriptors],
      });
      child.unref();
      const postmaster = new Postmaster(child, options, logStart);
      await postmaster.#ready();
      return postmaster;
    } finally {
      handle.close();
      closeSync(log);
    }
  }

  /** Fast shutdown; where that takes too long, an immediate one. */
  async stop(): Promise<void> {
    if (this.#hasEnded()) return;
    this.#child.kill('SIGINT');
    const timer = setTimeout(() => this.#child.kill('SIGQUIT'), stopTimeout);
    await this.ended;
    clearTimeout(timer);
  }

  async #ready(): Promise<void> {
    let failure: Error | undefined;
    this.#child.once('error', (error) => {
      failure = error;
    });
    const settled = await waitUntil(
      () => this.#isReady() || this.#hasEnded() || !!failure,
      startTimeout,
    );
    if (settled && this.#isReady()) return;
    if (!settled) {
      await this.stop();
      throw new ClusterError('start_failed', 'Postgres was not ready after 10 minutes.');
    }
    throw explainFailure(failure?.message ?? this.#output(), this.#options.dataDirectory);
  }

  #isReady(): boolean {
    const file = readPidFile(this.#options.dataDirectory);
    return file?.pid === this.pid && file.status === 'ready';
  }

  #hasEnded(): boolean {
    return this.#child.exitCode !== null || this.#child.signalCode !== null;
  }

  /** What this run has written to the log. */
  #output(): string {
    return readFileSync(this.#options.logFile).subarray(this.#logStart).toString('utf8');
  }
}
