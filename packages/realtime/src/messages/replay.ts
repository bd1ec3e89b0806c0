import type { Clock } from '@plinth/kernel';
import { type Database, type Parameter, sql } from '@plinth/postgres';
import type {
  BroadcastMessage,
  MessageReplay,
  ReplayRequest,
} from '../broadcast/broadcast-message.ts';
import { databaseFailure } from '../database-failure.ts';
import { realtimeError } from '../errors.ts';

export interface StoredMessagesOptions {
  /** Logged in as a role that reads past policies: `postgres`. */
  readonly database: Database;
  readonly clock: Clock;
  /** Most messages of one replay; upstream: 25. */
  readonly limit: number;
  /** Largest payload in bytes; larger ones were never sent. */
  readonly largestPayload: number;
  /** Most bytes of one replay, of which the newest messages fill as much as fits whole. */
  readonly largestReplay: number;
}

/** Milliseconds that one replay may take. */
const timeout = 5_000;

/** Messages can be a little younger than this machine's clock says. */
const clockSkew = 60_000;

/** The last millisecond that upstream can write down. */
const endOfTime = 253_402_300_799_999;

/** Replays private topics from `realtime.messages`. */
export class StoredMessages implements MessageReplay {
  readonly #options: StoredMessagesOptions;

  constructor(options: StoredMessagesOptions) {
    this.#options = options;
  }

  /** Throws AppError: `UnableToReplayMessages` for a request that makes no sense, or as `databaseFailure` has it. */
  async replay(topic: string, request: ReplayRequest): Promise<readonly BroadcastMessage[]> {
    const { database } = this.#options;
    const statement = this.#statement(topic, request);
    // No text of Postgres has one, so no topic of a message.
    if (topic.includes('\0')) return [];
    try {
      const [result] = await database.request(
        { role: 'none', beforeRole: [['statement_timeout', String(timeout)]], settings: [] },
        [statement],
        { readOnly: true },
      );
      return (result?.rows ?? []).map((row) => messageOf(topic, row));
    } catch (error) {
      throw databaseFailure(error);
    }
  }

  #statement(
    topic: string,
    { since, limit }: ReplayRequest,
  ): { readonly text: string; readonly values: Parameter[] } {
    const { clock, largestPayload, largestReplay } = this.#options;
    const most = Math.max(1, Math.min(wholeNumber(limit), this.#options.limit));
    const from = new Date(Math.max(0, Math.min(wholeNumber(since), endOfTime)));
    const until = new Date(clock.now() + clockSkew);
    return sql`
      with newest as (
        select id, event, payload::text as payload, binary_payload, inserted_at, seq,
          coalesce(octet_length(payload::text), octet_length(binary_payload)) as size
        from realtime.messages
        where hashtextextended(topic, 0) = hashtextextended(${topic}::text, 0) and topic = ${topic}
          and extension = 'broadcast' and private is true and event is not null
          and coalesce(octet_length(payload::text), octet_length(binary_payload)) <= ${largestPayload}::int8
          and inserted_at >= ${from}::timestamp and inserted_at < ${until}::timestamp
        order by inserted_at desc, seq desc
        limit ${most}::int8
      ), counted as (
        select *, sum(size) over (order by inserted_at desc, seq desc) as total from newest
      )
      select id, event, payload, encode(binary_payload, 'base64')
      from counted where total <= ${largestReplay}::int8
      order by inserted_at, seq`.render();
  }
}

function wholeNumber(value: number): number {
  if (Number.isSafeInteger(value)) return value;
  throw realtimeError('UnableToReplayMessages');
}

function messageOf(topic: string, row: readonly (string | null)[]): BroadcastMessage {
  const [id, event, json, bytes] = row;
  return {
    topic,
    isPrivate: true,
    event: event ?? '',
    payload: json ?? Buffer.from(bytes ?? '', 'base64'),
    meta: { id: id ?? '', replayed: true },
  };
}
