import { Worker } from 'node:worker_threads';
import program from '../worker/main.ts?program';
import { type Order, type ReadOrder, type Report, threadEnded } from './messages.ts';

/** Memory of the thread, in megabytes: it holds one change and what is under way. */
const heap = 256;

/** The thread that reads the log, seen from the server's. */
export class LogThread {
  readonly #onReport: (report: Report) => void;
  #worker: Worker | undefined;
  #stopped: (() => void) | undefined;

  constructor(onReport: (report: Report) => void) {
    this.#onReport = onReport;
  }

  /** Begins to read; `ended` is reported before it may be called again. */
  read(order: Omit<ReadOrder, 'anyTlsName'>): void {
    const { connection } = order;
    const { checkServerIdentity, ...tls } = connection.tls || {};
    this.#send({
      do: 'read',
      order: {
        ...order,
        connection: { ...connection, tls: connection.tls ? tls : false },
        anyTlsName: checkServerIdentity !== undefined,
      },
    });
  }

  /** So many bytes of what was reported were taken; what lies before `confirmed` is not needed again. */
  taken(bytes: number, confirmed: bigint): void {
    this.#send({ do: 'taken', taken: bytes, confirmed });
  }

  /** Ends the thread whatever it is doing, which is reported; `read` starts a new one. */
  kill(): void {
    void this.#worker?.terminate();
  }

  /** Ends connection and thread; nothing is reported any more. */
  async close(): Promise<void> {
    const worker = this.#worker;
    if (worker === undefined) return;
    await new Promise<void>((resolve) => {
      this.#stopped = resolve;
      const timer = setTimeout(resolve, 2_000);
      timer.unref();
      this.#send({ do: 'stop' });
    });
    this.#worker = undefined;
    await worker.terminate();
  }

  #send(order: Order): void {
    this.#worker ??= this.#start();
    this.#worker.postMessage(order);
  }

  #start(): Worker {
    const worker = new Worker(program, {
      eval: true,
      name: 'plinth realtime',
      env: {},
      execArgv: [],
      resourceLimits: { maxOldGenerationSizeMb: heap },
    });
    worker.unref();
    worker.on('message', (report: Report) => this.#tell(report));
    const end = (why: string): void => {
      if (this.#worker !== worker) return;
      this.#worker = undefined;
      this.#tell({ is: 'ended', problem: { code: threadEnded, message: why } });
    };
    worker.on('error', (error) => end(error.message));
    worker.on('exit', () => end('the thread ended'));
    return worker;
  }

  #tell(report: Report): void {
    if (this.#stopped === undefined) this.#onReport(report);
    else if (report.is === 'ended') this.#stopped();
  }
}
