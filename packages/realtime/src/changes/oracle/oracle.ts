import type { Claims } from '@plinth/kernel';
import { type Database, ident, raw, sql, type Transaction } from '@plinth/postgres';

/** A random table. */
export interface OracleTable {
  readonly name: string;
  readonly isFull: boolean;
  readonly isGuarded: boolean;
  readonly policies: readonly OraclePolicy[];
}

export interface OraclePolicy {
  readonly using: string;
  readonly isPermissive: boolean;
  /** Roles, `public` for everyone. */
  readonly to: readonly string[];
}

/** Who sees rows, as Postgres itself says. */
export interface Sight {
  /** Numbers of identities. */
  readonly seers: ReadonlySet<number>;
  /** Identities whose policies raised: whether they do depends on the plan, so they may or may not see the row. */
  readonly unclear: ReadonlySet<number>;
  /** SQL of filters that are true. */
  readonly filters: ReadonlySet<string>;
  readonly row: Readonly<Record<string, unknown>>;
}

/** Asks the table itself, in the transaction of the change, as each role with each claims. */
export class Oracle {
  readonly #transaction: Transaction;
  readonly #identities: readonly Claims[];
  readonly #filters: readonly string[];

  constructor(transaction: Transaction, identities: readonly Claims[], filters: readonly string[]) {
    this.#transaction = transaction;
    this.#identities = identities;
    this.#filters = filters;
  }

  static run<T>(
    database: Database,
    identities: readonly Claims[],
    filters: readonly string[],
    work: (oracle: Oracle, transaction: Transaction) => Promise<T>,
  ): Promise<T> {
    return database.transaction((transaction) =>
      work(new Oracle(transaction, identities, filters), transaction),
    );
  }

  async look({ name }: OracleTable, id: number): Promise<Sight> {
    const seers = new Set<number>();
    const unclear = new Set<number>();
    for (const [number, claims] of this.#identities.entries()) {
      const sees = await this.#sees(name, id, claims);
      if (sees === undefined) unclear.add(number);
      else if (sees) seers.add(number);
    }
    const conditions = this.#filters.map((text) => `coalesce((${text})::boolean, false)`);
    const [row] = await this.#transaction.query<{
      row: Record<string, unknown>;
      truths: boolean[];
    }>(
      sql`select to_jsonb(t) as row, ${raw(`array[${conditions.join(', ')}]`)} as truths from ${ident(name)} t where id = ${id}`,
    );
    if (row === undefined) throw new Error('no such row');
    return {
      seers,
      unclear,
      filters: new Set(this.#filters.filter((_text, at) => row.truths[at])),
      row: row.row,
    };
  }

  async #sees(table: string, id: number, claims: Claims): Promise<boolean | undefined> {
    const work = async (): Promise<boolean> => {
      await this.#transaction.query(sql`
        select set_config('role', ${String(claims['role'])}, true), set_config('request.jwt.claims', ${JSON.stringify(claims)}, true)`);
      const rows = await this.#transaction.query(
        sql`select 1 from ${ident(table)} where id = ${id}`,
      );
      await this.#transaction.script('reset role');
      return rows.length > 0;
    };
    return this.#transaction.savepoint(work).catch(() => undefined);
  }
}
