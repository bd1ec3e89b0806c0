import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { ReadyInfo } from '@plinth/server';

const bundle = join(import.meta.dirname, '..', '..', 'packages', 'cli', 'dist', 'plinth.mjs');

export interface PlinthOptions {
  readonly args?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  /** Runs the command as another user; only root can. */
  readonly uid?: number;
  readonly cwd?: string;
}

/** The `plinth` command as a process, as a person runs it. */
export class PlinthProcess {
  readonly child: ChildProcess;
  /** Everything it wrote, line by line. */
  readonly stdout: string[] = [];
  stderr = '';

  private constructor(args: readonly string[], { environment = {}, uid, cwd }: PlinthOptions) {
    if (!existsSync(bundle)) throw new Error('the command is not built: npm run build');
    this.child = spawn(process.execPath, [bundle, ...args], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { PATH: process.env.PATH ?? '', ...environment },
      ...(uid !== undefined && { uid, gid: uid }),
      ...(cwd !== undefined && { cwd }),
    });
    const { stdout, stderr } = this.child;
    if (stdout !== null)
      createInterface({ input: stdout }).on('line', (line) => this.stdout.push(line));
    stderr?.on('data', (chunk: Buffer) => {
      this.stderr += chunk.toString('utf8');
    });
  }

  /** Runs a command to its end. */
  static async run(
    args: readonly string[],
    options: PlinthOptions = {},
  ): Promise<{ readonly status: number | null; readonly stdout: string; readonly stderr: string }> {
    const plinth = new PlinthProcess(args, options);
    const status = await plinth.ended();
    return { status, stdout: plinth.stdout.join('\n'), stderr: plinth.stderr };
  }

  /** `plinth start` on free ports; resolves with the running process and its ready line. */
  static async start(
    folder: string,
    options: PlinthOptions = {},
  ): Promise<{ readonly plinth: PlinthProcess; readonly ready: ReadyInfo }> {
    const args = [
      'start',
      '--dir',
      folder,
      '--port',
      '0',
      '--db-port',
      '0',
      '--json',
      ...(options.args ?? []),
    ];
    const plinth = new PlinthProcess(args, options);
    const ready = await plinth.#ready();
    return { plinth, ready };
  }

  /** Exit status; null where a signal ended it. */
  ended(): Promise<number | null> {
    const { child } = this;
    if (child.exitCode !== null || child.signalCode !== null)
      return Promise.resolve(child.exitCode);
    return new Promise((resolve) => child.once('close', (status) => resolve(status)));
  }

  async stop(signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> {
    this.child.kill(signal);
    return this.ended();
  }

  #ready(): Promise<ReadyInfo> {
    return new Promise((resolve, reject) => {
      const { stdout } = this.child;
      if (stdout === null) return reject(new Error('no stdout'));
      createInterface({ input: stdout }).once('line', (line) =>
        resolve(JSON.parse(line) as ReadyInfo),
      );
      this.child.once('exit', (status) =>
        reject(new Error(`plinth start ended with ${status}: ${this.stderr}`)),
      );
    });
  }
}

/** An empty project folder; `remove` it in the end. */
export function newFolder(parent: string = tmpdir()): { readonly path: string; remove(): void } {
  const path = mkdtempSync(join(parent, 'plinth-project-'));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}
