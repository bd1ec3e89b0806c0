import pg from 'pg';
import { epochMicroseconds } from './epoch.ts';

/** 200 characters, as much as a short message has. */
const body = 'a change that somebody is waiting for '.repeat(6).slice(0, 200);

/** Tables of schema.sql, with the column that decides who sees a row. */
const keys = {
  own_rows: { column: 'owner', type: 'uuid' },
  team_rows: { column: 'team_id', type: 'integer' },
  open_team_rows: { column: 'team_id', type: 'integer' },
};

export type RowTable = keyof typeof keys;

/** An owner or a team. */
export type RowKey = string | number;

interface Line {
  readonly client: pg.Client;
  last: Promise<unknown>;
}

/** Writes rows with their number and time through a few connections, each row or batch a transaction. */
export class RowWriter {
  readonly #lines: readonly Line[];
  #next = 0;

  private constructor(clients: readonly pg.Client[]) {
    this.#lines = clients.map((client) => ({ client, last: Promise.resolve() }));
  }

  static async open(databaseUrl: string, connections: number): Promise<RowWriter> {
    const clients = Array.from(
      { length: connections },
      () => new pg.Client({ connectionString: databaseUrl }),
    );
    await Promise.all(clients.map((client) => client.connect()));
    return new RowWriter(clients);
  }

  /** Resolves once it is committed. */
  async write(table: RowTable, key: RowKey, seq: number): Promise<void> {
    const { column } = keys[table];
    const text = `insert into ${table} (${column}, seq, sent, body) values ($1, $2, $3, $4)`;
    await this.#query({ name: table, text, values: [key, seq, epochMicroseconds(), body] });
  }

  /** The same with many rows in one transaction. */
  async writeMany(table: RowTable, made: readonly RowKey[], firstSeq: number): Promise<void> {
    const { column, type } = keys[table];
    const text = `insert into ${table} (${column}, seq, sent, body)
      select key, seq, $3, $4 from unnest($1::${type}[], $2::integer[]) as made (key, seq)`;
    const numbers = made.map((_, index) => firstSeq + index);
    await this.#query({
      name: `many ${table}`,
      text,
      values: [made, numbers, epochMicroseconds(), body],
    });
  }

  async close(): Promise<void> {
    await Promise.all(this.#lines.map(({ client }) => client.end()));
  }

  /** On the next connection, once that is free. */
  #query(query: pg.QueryConfig): Promise<unknown> {
    this.#next = (this.#next + 1) % this.#lines.length;
    const line = this.#lines[this.#next] as Line;
    line.last = line.last.then(() => line.client.query(query));
    return line.last;
  }
}
