import type { LoggedTable } from '../../change-source.ts';

/** The tables that a thread has named: the same object for as long as a table stays as it is. */
export class TableBook {
  readonly #byOid = new Map<number, LoggedTable>();
  readonly #byNumber = new Map<number, LoggedTable>();

  /** By the numbers of the current connection. */
  get byNumber(): ReadonlyMap<number, LoggedTable> {
    return this.#byNumber;
  }

  add(tables: readonly (readonly [number, LoggedTable])[]): void {
    for (const [number, table] of tables) {
      const known = this.#byOid.get(table.oid);
      const isSame = known !== undefined && JSON.stringify(known) === JSON.stringify(table);
      if (!isSame) this.#byOid.set(table.oid, table);
      this.#byNumber.set(number, isSame ? known : table);
    }
  }

  /** A new connection numbers anew. */
  restart(): void {
    this.#byNumber.clear();
  }
}
