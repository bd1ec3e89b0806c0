import type pg from 'pg';
import { connectionFailure } from './errors.ts';
import { queryRows, type StatementNames } from './request/named-query.ts';
import type { Sql } from './sql.ts';

export interface TransactionOptions {
  readonly isolation?: 'read committed' | 'repeatable read' | 'serializable';
  readonly readOnly?: boolean;
}

/** A transaction at work: its statements run one after another on one connection. */
export class Transaction {
  readonly #client: pg.PoolClient;
  readonly #names: StatementNames | undefined;

  private constructor(client: pg.PoolClient, names: StatementNames | undefined) {
    this.#client = client;
    this.#names = names;
  }

  /** BEGIN, `work`, COMMIT; ROLLBACK where `work` throws. Gives the connection back. */
  static async run<T>(
    client: pg.PoolClient,
    work: (transaction: Transaction) => Promise<T>,
    options: TransactionOptions & { readonly names: StatementNames | undefined },
  ): Promise<T> {
    try {
      await client.query(beginText(options));
      const result = await work(new Transaction(client, options.names));
      await client.query('commit');
      client.release();
      return result;
    } catch (error) {
      const failure = error instanceof Error ? error : new Error(String(error));
      const rolledBack = await client.query('rollback').then(
        () => true,
        () => false,
      );
      client.release(rolledBack ? false : failure);
      throw rolledBack ? failure : connectionFailure(error);
    }
  }

  /** One statement; rows as objects. */
  query<Row extends object = Record<string, unknown>>(statement: Sql): Promise<Row[]> {
    return queryRows<Row>(this.#client, statement, this.#names);
  }

  /** One statement; how many rows it touched. */
  async execute(statement: Sql): Promise<number> {
    const { text, values } = statement.render();
    const { rowCount } = await this.#client.query({ text, values });
    return rowCount ?? 0;
  }

  /** A script of several statements without parameters. */
  async script(text: string): Promise<void> {
    await this.#client.query(text);
  }

  /** `work` under a savepoint: its failure undoes only itself. */
  async savepoint<T>(work: () => Promise<T>): Promise<T> {
    await this.#client.query('savepoint plinth');
    try {
      const result = await work();
      await this.#client.query('release savepoint plinth');
      return result;
    } catch (error) {
      await this.#client.query('rollback to savepoint plinth');
      throw error;
    }
  }
}

function beginText({ isolation, readOnly }: TransactionOptions): string {
  const level = isolation === undefined ? '' : ` isolation level ${isolation}`;
  return `begin${level}${readOnly === true ? ' read only' : ''}`;
}
