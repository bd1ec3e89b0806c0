import { type ChildProcess, fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { ImageFormat } from '../image-type.ts';

/** What the worker found out about a source. */
export interface Inspected {
  /** Pixels, upright. */
  readonly width: number;
  readonly height: number;
  /** Memory that it takes when it is decoded as a whole. */
  readonly bytes: number;
}

/** How a source becomes a result: resized, then cut. */
export interface RenderPlan {
  readonly resize?: {
    readonly width: number;
    readonly height: number;
    readonly fit: 'fill' | 'cover';
  };
  /** What a `cover` keeps. */
  readonly position?: 'attention';
  readonly extract?: {
    readonly left: number;
    readonly top: number;
    readonly width: number;
    readonly height: number;
  };
  readonly format: ImageFormat;
  readonly options: { readonly quality?: number; readonly effort?: number };
}

/** There is no sharp on this machine. */
export class SharpMissing extends Error {}

/** The machine does not let workers start. */
export class WorkerUnavailable extends Error {}

/** The file made the worker fail: what libvips says of it, or how the process died. */
export class SourceRefused extends Error {}

type Job =
  | { readonly inspect: Uint8Array; readonly pixels: number }
  | { readonly render: RenderPlan };

interface Answer {
  readonly ready?: boolean;
  readonly ok?: unknown;
  readonly failure?: string;
}

/** How long a worker may take to start, in milliseconds. */
const startTimeout = 20_000;

const program = fileURLToPath(new URL('./image-worker.mjs', import.meta.url));

/** A process that decodes images. It inherits nothing of the server: no environment, no open files. */
export class WorkerProcess {
  readonly #child: ChildProcess;
  #waiting: { resolve(answer: Answer): void; reject(error: Error): void } | undefined;
  #ended = false;

  private constructor(path: string) {
    this.#child = fork(path, [], {
      env: { MALLOC_ARENA_MAX: '2', VIPS_CONCURRENCY: '1' },
      execArgv: ['--max-old-space-size=64'],
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
    this.#child.on('message', (answer) => {
      this.#waiting?.resolve(answer as Answer);
      this.#waiting = undefined;
    });
    const end = (): void => {
      this.#ended = true;
      this.#waiting?.reject(new SourceRefused('the worker ended'));
      this.#waiting = undefined;
    };
    this.#child.on('exit', end);
    this.#child.on('error', end);
  }

  /** `path` is where the program lies. Throws SharpMissing, WorkerUnavailable. */
  static async start(path: string = program): Promise<WorkerProcess> {
    const worker = new WorkerProcess(path);
    const timer = setTimeout(() => worker.kill(), startTimeout);
    try {
      const { ready } = await worker.#answer();
      if (ready !== true) throw new SharpMissing('sharp is not installed');
      return worker;
    } catch (error) {
      worker.kill();
      if (error instanceof SharpMissing) throw error;
      throw new WorkerUnavailable('no image worker could be started', { cause: error });
    } finally {
      clearTimeout(timer);
    }
  }

  get ended(): boolean {
    return this.#ended;
  }

  /** Reads the head of a source of at most `pixels` pixels; `render` then works on it. Throws SourceRefused. */
  async inspect(source: Uint8Array, pixels: number): Promise<Inspected> {
    return (await this.#do({ inspect: source, pixels })) as Inspected;
  }

  /** Throws SourceRefused. */
  async render(plan: RenderPlan): Promise<Uint8Array> {
    return (await this.#do({ render: plan })) as Uint8Array;
  }

  /** Ends the process at once, whatever it is doing. */
  kill(): void {
    this.#child.kill('SIGKILL');
  }

  /** Lets the server end while this process waits for work. */
  rest(): void {
    this.#child.unref();
    this.#child.channel?.unref();
  }

  async #do(job: Job): Promise<unknown> {
    this.#child.channel?.ref();
    const answer = this.#answer();
    this.#child.send(job, (error) => {
      if (error !== null) this.kill();
    });
    const { ok, failure } = await answer;
    if (failure !== undefined) throw new SourceRefused(failure);
    return ok;
  }

  #answer(): Promise<Answer> {
    if (this.#ended) return Promise.reject(new SourceRefused('the worker ended'));
    return new Promise((resolve, reject) => {
      this.#waiting = { resolve, reject };
    });
  }
}
