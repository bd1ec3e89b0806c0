import type { TestBackend } from '@plinth/testkit';
import pg from 'pg';
import script from './oracle.sql';
import type { Person } from './people.ts';
import { type Filter, quoted, type Row } from './tables.ts';

/** A row as it stands inside a transaction, and who sees it there. */
export interface Sight {
  /** All columns, as JSON. */
  readonly image: Row;
  /** Numbers of people. */
  readonly seenBy: ReadonlySet<number>;
  /** Filters of the table that the row passes. */
  readonly passes: ReadonlySet<string>;
}

/** What a role may do with a table, whoever has it. */
export interface Rights {
  /** Columns. */
  readonly readable: ReadonlySet<string>;
  /** There is a policy that could show the role a row. */
  readonly hasPolicy: boolean;
}

/** Writes rows, and asks Postgres in the same transaction who may see them. */
export class Oracle {
  readonly #client: pg.Client;

  private constructor(client: pg.Client) {
    this.#client = client;
  }

  static async open({ database }: TestBackend, people: readonly Person[]): Promise<Oracle> {
    const { host, port, user, password = '' } = database.connection();
    const client = new pg.Client({ host, port, user, password, database: database.name });
    await client.connect();
    await client.query(script);
    await client.query(
      `insert into leak_oracle.people
       select number - 1, role, claims from unnest($1::text[], $2::text[]) with ordinality as made (role, claims, number)`,
      [people.map(({ role }) => role), people.map(({ claims }) => JSON.stringify(claims))],
    );
    return new Oracle(client);
  }

  async run(statement: string, values: readonly unknown[] = []): Promise<void> {
    await this.#client.query(statement, [...values]);
  }

  async see(table: string, id: number, filters: readonly Filter[] = []): Promise<Sight> {
    const name = quoted(table);
    const passes = filters.map(({ where }) => `coalesce((${where}), false)`).join(', ');
    const { rows } = await this.#client.query<{
      image: Row;
      seen: number[];
      passes: boolean[];
    }>(
      `select to_jsonb(${name}) as image, leak_oracle.seen_by($2, id) as seen, array[${passes}]::boolean[] as passes
       from ${name} where id = $1`,
      [id, name],
    );
    const [row] = rows;
    if (row === undefined) throw new Error(`${table} has no row ${id}`);
    const passed = filters.filter((_, index) => row.passes[index]);
    return {
      image: row.image,
      seenBy: new Set(row.seen),
      passes: new Set(passed.map(({ filter }) => filter)),
    };
  }

  async rights(table: string, role: string): Promise<Rights> {
    const { rows } = await this.#client.query<{ columns: string[]; policy: boolean }>(
      'select leak_oracle.readable($1, $2) as columns, leak_oracle.has_policy($1, $2) as policy',
      [quoted(table), role],
    );
    return { readable: new Set(rows[0]?.columns), hasPolicy: rows[0]?.policy === true };
  }

  /** Columns of a table's primary key. */
  async keys(table: string): Promise<readonly string[]> {
    const { rows } = await this.#client.query<{ name: string }>(
      `select attname::text as name from pg_index join pg_attribute on attrelid = indrelid and attnum = any (indkey)
       where indrelid = $1::regclass and indisprimary`,
      [quoted(table)],
    );
    return rows.map(({ name }) => name);
  }

  async close(): Promise<void> {
    await this.#client.end();
  }
}
