import type { Logger } from '@plinth/kernel';
import type { ChangeBatch, ChangeSink, LogPosition } from '../change-source.ts';
import { Barriers } from './history/barriers.ts';
import type { Ring } from './history/ring.ts';
import { endOf, startOf } from './position.ts';
import type { PackedBatch, Report } from './thread/messages.ts';
import { TableBook } from './thread/table-book.ts';
import { unpack } from './thread/unpack.ts';

/** Takes what the thread read: keeps it, and gives to the sink what is committed from `liveFrom` on. */
export class Intake {
  readonly ring: Ring;
  readonly barriers: Barriers = new Barriers();
  readonly #sink: ChangeSink;
  readonly #logger: Logger;
  readonly #tables = new TableBook();
  #liveFrom: bigint;
  #given: LogPosition;
  #received: LogPosition | undefined;
  #reached = 0n;

  constructor(ring: Ring, sink: ChangeSink, logger: Logger, liveFrom: bigint) {
    this.ring = ring;
    this.#sink = sink;
    this.#logger = logger;
    this.#liveFrom = liveFrom;
    this.#given = startOf(liveFrom);
  }

  /** What the sink was given last. */
  get given(): LogPosition {
    return this.#given;
  }

  /** What was taken last, past or not. */
  get received(): LogPosition | undefined {
    return this.#received;
  }

  /** Whatever was committed before it has been taken; 0 before anything is known. */
  get reached(): bigint {
    return this.#reached;
  }

  /** A new connection numbers its tables anew. */
  restart(): void {
    this.#tables.restart();
  }

  /** The log begins anew: nothing before `from` is known. */
  reset(from: bigint): void {
    this.#liveFrom = from;
    this.#given = startOf(from);
    this.#received = undefined;
    this.#reached = from;
    this.ring.clear(from);
    this.barriers.clear();
  }

  /** Resolves when the sink has taken it; gives how many bytes that were. */
  async take({ batches, tables, reached }: Extract<Report, { is: 'read' }>): Promise<number> {
    this.#tables.add(tables);
    let bytes = 0;
    for (const packed of batches) {
      bytes += packed.bytes;
      const waiting = this.#takeOne(packed);
      if (waiting !== undefined) await waiting;
    }
    if (reached > this.#reached) {
      this.#reached = reached;
      this.ring.reach(reached);
      this.barriers.reach(reached);
      if (reached > this.#liveFrom) this.#sink.passed?.(reached);
    }
    return bytes;
  }

  #takeOne(packed: PackedBatch): Promise<void> | undefined {
    const batch = unpack(packed, this.#tables.byNumber);
    this.ring.append(batch, packed.bytes);
    this.#received = endOf(batch);
    if (packed.lsn < this.#liveFrom) return undefined;
    this.#given = this.#received;
    return this.#give(batch);
  }

  /** The log goes on behind a sink that fails. */
  #give(batch: ChangeBatch): Promise<void> | undefined {
    const failed = (error: unknown): void =>
      this.#logger.error({ err: String(error) }, 'a batch of changes was not taken');
    try {
      return this.#sink.take(batch)?.catch(failed);
    } catch (error) {
      failed(error);
      return undefined;
    }
  }
}
