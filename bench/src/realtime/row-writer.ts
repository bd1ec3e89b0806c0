import pg from 'pg';
import { epochMicroseconds } from './epoch.ts';

/** 200 characters, as much as a short message has. */
const body = 'a change that somebody is waiting for '.repeat(6).slice(0, 200);

/** Tables of schema.sql, and the column that decides who sees a row. */
const statements = {
  own_rows: 'insert into own_rows (owner, seq, sent, body) values ($1, $2, $3, $4)',
  team_rows: 'insert into team_rows (team_id, seq, sent, body) values ($1, $2, $3, $4)',
};
const manyStatements = {
  own_rows: `insert into own_rows (owner, seq, sent, body)
    select key, seq, $3, $4 from unnest($1::uuid[], $2::integer[]) as made (key, seq)`,
  team_rows: `insert into team_rows (team_id, seq, sent, body)
    select key, seq, $3, $4 from unnest($1::integer[], $2::integer[]) as made (key, seq)`,
};

/** An owner or a team. */
export type RowKey = string | number;

/** Writes rows with their number and time through a few connections, each row or batch a transaction. */
export class RowWriter {
  readonly #clients: readonly pg.Client[];
  #next = 0;

  private constructor(clients: readonly pg.Client[]) {
    this.#clients = clients;
  }

  static async open(databaseUrl: string, connections: number): Promise<RowWriter> {
    const clients = Array.from(
      { length: connections },
      () => new pg.Client({ connectionString: databaseUrl }),
    );
    await Promise.all(clients.map((client) => client.connect()));
    return new RowWriter(clients);
  }

  get connections(): number {
    return this.#clients.length;
  }

  /** Resolves once it is committed. */
  async write(table: keyof typeof statements, key: RowKey, seq: number): Promise<void> {
    await this.#client().query({
      name: table,
      text: statements[table],
      values: [key, seq, epochMicroseconds(), body],
    });
  }

  /** The same with many rows in one transaction. */
  async writeMany(
    table: keyof typeof statements,
    keys: readonly RowKey[],
    firstSeq: number,
  ): Promise<void> {
    await this.#client().query({
      name: `many ${table}`,
      text: manyStatements[table],
      values: [keys, keys.map((_, index) => firstSeq + index), epochMicroseconds(), body],
    });
  }

  async close(): Promise<void> {
    await Promise.all(this.#clients.map((client) => client.end()));
  }

  #client(): pg.Client {
    this.#next = (this.#next + 1) % this.#clients.length;
    return this.#clients[this.#next] as pg.Client;
  }
}
