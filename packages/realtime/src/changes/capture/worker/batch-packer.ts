import type { LoggedTable, LoggedValue, LogPosition } from '../../change-source.ts';
import type { DecodedChange, LogEvent } from '../pgoutput/log-event.ts';
import { MalformedLog } from '../pgoutput/malformed-log.ts';
import { nudgePrefix, type PackedBatch } from '../thread/messages.ts';

/** A batch ends with its transaction, or when it has this many entries or bytes. */
const fullBatch = { entries: 500, bytes: 262_144 } as const;

/** What objects cost in memory beside their text. */
const overhead = { batch: 400, entry: 150, value: 24 } as const;

interface Open {
  readonly lsn: bigint;
  readonly committedAt: number;
  /** Index of the next entry. */
  next: number;
}

/** Gathers what the log says into batches, and leaves out what is known already. */
export class BatchPacker {
  readonly #after: LogPosition;
  readonly #numbers = new WeakMap<LoggedTable, number>();
  #lastNumber = 0;
  #newTables: [number, LoggedTable][] = [];
  #ready: PackedBatch[] = [];
  #readyBytes = 0;
  #transaction: Open | undefined;
  #first = 0;
  #kinds = '';
  #tables: number[] = [];
  #values: LoggedValue[] = [];
  #bytes = 0;

  constructor(after: LogPosition | undefined) {
    this.#after = after ?? { lsn: -1n, index: -1 };
  }

  /** Whether `take` would give something. */
  get hasReady(): boolean {
    return this.#ready.length > 0;
  }

  /** About what the batches that are complete take in memory. */
  get readyBytes(): number {
    return this.#readyBytes;
  }

  /** The batches that are complete, and the tables that are new in them. */
  take(): {
    readonly batches: readonly PackedBatch[];
    readonly tables: readonly (readonly [number, LoggedTable])[];
  } {
    const taken = { batches: this.#ready, tables: this.#newTables };
    this.#ready = [];
    this.#readyBytes = 0;
    this.#newTables = [];
    return taken;
  }

  /** Throws MalformedLog where an event stands outside of a transaction. */
  add(event: LogEvent, isCut: boolean): void {
    if (event.kind === 'begin') {
      this.#transaction = { lsn: event.lsn, committedAt: event.committedAt, next: 0 };
      return;
    }
    const open = this.#transaction;
    if (open === undefined) throw new MalformedLog('a change stands outside of its transaction');
    if (event.kind === 'commit') {
      this.#flush(open, true);
      this.#transaction = undefined;
      return;
    }
    if (event.kind === 'message' && event.prefix === nudgePrefix) return;
    const index = open.next;
    open.next += 1;
    const { lsn, index: known } = this.#after;
    if (open.lsn < lsn || (open.lsn === lsn && index <= known)) return;
    // A full batch waits for the next entry: the last one of a transaction is never empty.
    const { entries, bytes } = fullBatch;
    if (this.#tables.length >= entries || this.#bytes >= bytes) this.#flush(open, false);
    if (this.#tables.length === 0) this.#first = index;
    if (event.kind === 'message') this.#put('m', 0, [event.prefix, event.content]);
    else this.#change(event, isCut);
  }

  #change({ kind, table, row, oldRow }: DecodedChange, isCut: boolean): void {
    const letter = kind === 'update' ? (oldRow === undefined ? 'u' : 'v') : kind.charAt(0);
    const number = this.#number(table);
    this.#put(isCut ? letter.toUpperCase() : letter, number, oldRow ?? [], row ?? []);
  }

  #put(letter: string, table: number, ...rows: (readonly LoggedValue[])[]): void {
    this.#kinds += letter;
    this.#tables.push(table);
    this.#bytes += overhead.entry;
    for (const row of rows) {
      for (const value of row) {
        this.#values.push(value);
        this.#bytes += overhead.value + (value?.length ?? 0);
      }
    }
  }

  #number(table: LoggedTable): number {
    let number = this.#numbers.get(table);
    if (number === undefined) {
      this.#lastNumber += 1;
      number = this.#lastNumber;
      this.#numbers.set(table, number);
      this.#newTables.push([number, table]);
    }
    return number;
  }

  #flush({ lsn, committedAt }: Open, isLast: boolean): void {
    if (this.#tables.length === 0) return;
    const bytes = overhead.batch + this.#bytes;
    this.#readyBytes += bytes;
    this.#ready.push({
      lsn,
      index: this.#first,
      committedAt,
      isLast,
      kinds: this.#kinds,
      tables: this.#tables,
      values: this.#values,
      bytes,
    });
    this.#kinds = '';
    this.#tables = [];
    this.#values = [];
    this.#bytes = 0;
  }
}
