import { quoteIdentifier, quoteLiteral } from '@plinth/postgres';
import { formatLsn } from '../lsn.ts';
import { PgoutputDecoder } from '../pgoutput/decoder.ts';
import {
  otherLog,
  type PackedBatch,
  type ReadOrder,
  type ReadProblem,
  type Report,
} from '../thread/messages.ts';
import { BatchPacker } from './batch-packer.ts';
import { queryMessage, statusMessage } from './copy-messages.ts';
import { type Frame, FrameSplitter } from './frame-splitter.ts';
import { connectToLog, type LogConnection } from './log-connection.ts';
import { readServerError, toProblem } from './server-error.ts';

/** How often Postgres is told what was read, and how often at least, in milliseconds. */
const statusPause = { usual: 200, longest: 2_000 } as const;

/** How often it is told how far the log was read where nothing of it is passed on, in milliseconds. */
const reachedPause = 20;

/**
 * How long the connection may wait for what was read to be taken, in milliseconds. Postgres cannot end a process of its
 * own whose client does not read: neither stop, nor give up a slot that fills the disk.
 */
const longestHold = 5_000;

/** Bytes that may gather while what was reported before is still being taken. */
const mostGathered = 262_144;

/** After a report the next one waits so long, in milliseconds. */
const gatherPause = 2;

/** How long the last word to Postgres may take, in milliseconds. */
const farewell = 500;

/** Bytes before the content of a message of the log: its kind, two positions, a time. */
const envelope = 25;

/** Reads the log over one connection until it breaks or is stopped. */
export class LogStream {
  readonly #order: ReadOrder;
  readonly #report: (report: Report) => void;
  readonly #decoder = new PgoutputDecoder();
  readonly #packer: BatchPacker;
  readonly #splitter: FrameSplitter;
  #socket: LogConnection['socket'] | undefined;
  #timers: NodeJS.Timeout[] = [];
  #holding: NodeJS.Timeout | undefined;
  #started: (() => void) | undefined;
  #underway = 0;
  #passedAt = 0;
  #gathering: NodeJS.Timeout | undefined;
  #reached = 0n;
  #toldReached = 0n;
  #confirmed = 0n;
  #told = { written: 0n, confirmed: 0n, at: 0 };
  #ended = false;

  constructor(order: ReadOrder, report: (report: Report) => void) {
    this.#order = order;
    this.#report = report;
    this.#packer = new BatchPacker(order.after);
    this.#splitter = new FrameSplitter(order.largestChange, (frame) => this.#take(frame));
  }

  /** Never rejects: how it went is reported. */
  async run(): Promise<void> {
    try {
      const log = await connectToLog(this.#order, (error) => this.#end(toProblem(error)));
      const { after, system, isTemporary } = this.#order;
      const isOther =
        (system !== undefined && system !== log.system) ||
        (after !== undefined && after.lsn > log.end);
      this.#socket = log.socket;
      if (isOther) return this.#end({ code: otherLog, message: 'it is another log' });
      this.#started = () =>
        this.#report({
          is: 'started',
          system: log.system,
          from: isTemporary ? log.from : undefined,
        });
      this.#start(log.socket);
    } catch (error) {
      this.#end(toProblem(error));
    }
  }

  /** So many bytes are no longer on their way, and what lies before `confirmed` is not needed again. */
  taken(bytes: number, confirmed: bigint): void {
    this.#underway -= bytes;
    if (confirmed > this.#confirmed) this.#confirmed = confirmed;
    if (this.#packer.hasReady && !this.#ended) this.#passOnGathered();
    if (this.#underway < this.#order.credit) this.#goOn();
  }

  /** Says a last time what is confirmed, and closes the connection; what was said must have left the process. */
  stop(): void {
    const socket = this.#socket;
    if (this.#ended || socket === undefined) {
      this.#ended = true;
      this.#report({ is: 'ended', problem: undefined });
      return;
    }
    this.#ended = true;
    this.#clear();
    this.#sendStatus();
    const timer = setTimeout(() => socket.destroy(), farewell);
    socket.once('close', () => {
      clearTimeout(timer);
      this.#report({ is: 'ended', problem: undefined });
    });
    socket.resume();
    socket.end();
    socket.destroySoon();
  }

  #start(socket: LogConnection['socket']): void {
    if (this.#ended) {
      socket.destroy();
      return;
    }
    socket.on('data', (chunk: Buffer) => this.#feed(chunk));
    const { slot, publications, from } = this.#order;
    const names = publications.map(quoteIdentifier).join(',');
    const options = `proto_version '1', publication_names ${quoteLiteral(names)}, messages 'true'`;
    socket.write(
      queryMessage(`START_REPLICATION SLOT ${slot} LOGICAL ${formatLsn(from)} (${options})`),
    );
    this.#timers = [
      setInterval(() => this.#keepTold(), statusPause.usual),
      setInterval(() => this.#passReached(), reachedPause),
    ];
  }

  #feed(chunk: Buffer): void {
    if (this.#ended) return;
    try {
      this.#splitter.feed(chunk);
      if (this.#packer.hasReady && !this.#ended) this.#passOnGathered();
    } catch (error) {
      this.#end(toProblem(error));
    }
  }

  #take({ kind, body, isCut }: Frame): void {
    if (this.#ended) return;
    if (kind === 'd') this.#takeData(body, isCut);
    else if (kind === 'W') this.#started?.();
    else if (kind === 'E') this.#end(readServerError(body));
    else if (kind === 'c') this.#end({ code: undefined, message: 'Postgres ended the stream' });
  }

  #takeData(body: Buffer, isCut: boolean): void {
    if (body[0] === 0x77 /* w */) {
      const event = this.#decoder.decode(body.subarray(envelope));
      if (event === undefined) return;
      this.#packer.add(event, isCut);
      if (event.kind === 'commit') this.#reached = event.end;
    } else if (body[0] === 0x6b /* k */ && body.length === 18) {
      const end = body.readBigUInt64BE(1);
      if (end > this.#reached) this.#reached = end;
      if (body[17] === 1) this.#sendStatus();
    }
  }

  /**
   * One report after the other, with a pause between two: what comes meanwhile goes together, so that small transactions
   * share. After a quiet moment there is no wait.
   */
  #passOnGathered(): void {
    if (this.#packer.readyBytes >= mostGathered) this.#passOn();
    else if (this.#underway <= 0) {
      if (performance.now() - this.#passedAt >= gatherPause) this.#passOn();
      else
        this.#gathering ??= setTimeout(() => {
          this.#gathering = undefined;
          if (this.#packer.hasReady && !this.#ended) this.#passOn();
        }, gatherPause);
    }
  }

  #passOn(): void {
    const { batches, tables } = this.#packer.take();
    this.#passedAt = performance.now();
    this.#toldReached = this.#reached;
    this.#underway += batches.reduce((sum, { bytes }: PackedBatch) => sum + bytes, 0);
    this.#report({ is: 'read', batches, tables, reached: this.#reached });
    if (this.#underway >= this.#order.credit) this.#hold();
  }

  #hold(): void {
    this.#socket?.pause();
    const late = { code: 'held', message: 'what was read was not taken in time' };
    this.#holding ??= setTimeout(() => this.#end(late), longestHold);
  }

  #goOn(): void {
    clearTimeout(this.#holding);
    this.#holding = undefined;
    this.#socket?.resume();
  }

  #passReached(): void {
    if (this.#reached > this.#toldReached) this.#passOn();
  }

  #keepTold(): void {
    const { written, confirmed, at } = this.#told;
    const isOld = performance.now() - at > statusPause.longest;
    if (isOld || written !== this.#reached || confirmed !== this.#confirmed) this.#sendStatus();
  }

  /**
   * Confirmed lies far behind read, but Postgres, when it stops, waits for what is confirmed to catch up. Only where
   * nothing is said to be flushed it waits for what is written: so that is said last.
   */
  #sendStatus(): void {
    const written = this.#reached;
    const confirmed = this.#confirmed;
    if (confirmed > this.#told.confirmed) this.#socket?.write(statusMessage(written, confirmed));
    this.#socket?.write(statusMessage(written, 0n));
    this.#told = { written, confirmed, at: performance.now() };
  }

  /** What is complete goes before: nothing may follow the report of the end. */
  #end(problem: ReadProblem | undefined): void {
    if (this.#ended) return;
    this.#ended = true;
    if (this.#packer.hasReady) this.#passOn();
    this.#clear();
    this.#socket?.destroy();
    this.#report({ is: 'ended', problem });
  }

  #clear(): void {
    clearTimeout(this.#holding);
    clearTimeout(this.#gathering);
    for (const timer of this.#timers) clearInterval(timer);
  }
}
