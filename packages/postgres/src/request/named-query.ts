import type pg from 'pg';
import type { Sql } from '../sql.ts';

/** Most statements that one pool keeps prepared; what comes beyond is parsed each time. */
const limit = 300;

/** Names for the statements of a pool: the same text has the same name on each of its connections. */
export class StatementNames {
  readonly #names = new Map<string, string>();

  /** Undefined once there are too many: then the statement runs unprepared. */
  of(text: string): string | undefined {
    const known = this.#names.get(text);
    if (known !== undefined || this.#names.size >= limit) return known;
    const name = `plinth_query_${this.#names.size + 1}`;
    this.#names.set(text, name);
    return name;
  }
}

/** Runs a statement on a connection, prepared where `names` are given; rows as objects. */
export async function queryRows<Row extends object>(
  client: pg.ClientBase,
  statement: Sql,
  names: StatementNames | undefined,
): Promise<Row[]> {
  const { text, values } = statement.render();
  const name = names?.of(text);
  const { rows } = await client.query<Row>({ text, values, ...(name !== undefined && { name }) });
  return rows;
}
