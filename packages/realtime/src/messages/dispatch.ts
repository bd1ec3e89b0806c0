import type { Logger } from '@plinth/kernel';
import type { Broadcaster, BroadcastMessage } from '../broadcast/broadcast-message.ts';
import type {
  ChangeBatch,
  LogEntry,
  LoggedChange,
  LoggedTable,
  LoggedValue,
} from '../changes/change-source.ts';

export interface MessageDispatchOptions {
  /** Reaches the sockets of this node alone: every node reads the log by itself. */
  readonly broadcaster: Broadcaster;
  readonly logger: Logger;
  /** Largest payload in bytes. */
  readonly largestPayload: number;
}

/** What is read of a row; in the log its columns can stand in any order. */
const columns = [
  'id',
  'topic',
  'extension',
  'event',
  'private',
  'payload',
  'binary_payload',
] as const;
type Column = (typeof columns)[number];
type Places = Readonly<Record<Column, number>>;

/** Broadcasts the rows of `realtime.messages` as they come out of the log: in commit order, as they were inserted. */
export class MessageDispatch {
  readonly #options: MessageDispatchOptions;
  readonly #places = new WeakMap<LoggedTable, Places>();

  constructor(options: MessageDispatchOptions) {
    this.#options = options;
  }

  /** Never throws: a message that cannot be sent is logged and left out, as are all other tables. */
  take({ entries }: Pick<ChangeBatch, 'entries'>): void {
    for (const entry of entries) if (isMessage(entry)) this.#send(entry);
  }

  #send(change: LoggedChange): void {
    const { broadcaster, logger } = this.#options;
    const read = this.#reader(change);
    const about = { id: read('id'), topic: read('topic') };
    try {
      const message = this.#messageOf(read, change.isCut === true);
      if (typeof message === 'string') logger.warn(about, `a message was not sent: ${message}`);
      else broadcaster.broadcast(message);
    } catch (error) {
      logger.error({ ...about, err: error }, 'a message could not be sent');
    }
  }

  /** The message, or what keeps it from being one. */
  #messageOf(read: (column: Column) => LoggedValue, isCut: boolean): BroadcastMessage | string {
    const [id, topic, event, isPrivate] = [
      read('id'),
      read('topic'),
      read('event'),
      read('private'),
    ];
    if (read('extension') !== 'broadcast') return 'its extension is not broadcast';
    if (id == null || topic == null || event == null || isPrivate == null) {
      return isCut ? tooLarge : 'it has no event, or does not say whether it is private';
    }
    const json = read('payload');
    const bytes = read('binary_payload');
    if (json === undefined || bytes === undefined) return tooLarge;
    const payload = json ?? (bytes === null ? undefined : bytesOf(bytes));
    if (payload === undefined) return 'it has no payload';
    if (Buffer.byteLength(payload) > this.#options.largestPayload) return tooLarge;
    return { topic, isPrivate: isPrivate === 't', event, payload, meta: { id } };
  }

  #reader({ table, row }: LoggedChange): (column: Column) => LoggedValue {
    let places = this.#places.get(table);
    if (places === undefined) {
      const place = (column: Column) => [
        column,
        table.columns.findIndex(({ name }) => name === column),
      ];
      places = Object.fromEntries(columns.map(place)) as Places;
      this.#places.set(table, places);
    }
    const known = places;
    return (column) => row?.[known[column]];
  }
}

const tooLarge = 'it is too large';

function isMessage(entry: LogEntry): entry is LoggedChange {
  if (entry.kind !== 'insert') return false;
  return entry.table.schema === 'realtime' && entry.table.name === 'messages';
}

/** From `\x00ff`; undefined for the older text form, which only an odd setting gives. */
function bytesOf(text: string): Buffer | undefined {
  return text.startsWith('\\x') ? Buffer.from(text.slice(2), 'hex') : undefined;
}
