import { ident, join, raw, type Sql, sql } from '@plinth/postgres';
import type { TableShape } from '@plinth/schema';
import type { RowKey } from '../api/rows.ts';
import { consoleError } from '../errors/console-errors.ts';
import { identityKeys, type OrderKey, orderClause } from './order/row-order.ts';

/** Longest text of a cell, in characters. */
const longestCell = 1_024;

/** Characters of long cells that one answer holds at most: with many wide rows each cell is cut shorter. */
const answerBudget = 16_000_000;

/** Shortest cut, however wide the table. */
const shortestCell = 64;

/** Longest value that rows are sorted by, in bytes of its text: anchors carry it whole. */
const longestAnchor = 65_536;

/** A row as it comes back: cells, cuts, anchor, key. */
export interface ReadRow {
  readonly cells: readonly (string | null)[];
  /** Column and full length in characters of each cell that was cut. */
  readonly cuts: readonly (readonly [number, number])[];
  readonly anchor: readonly (string | null)[];
  readonly key: RowKey | null;
}

/** Which values a statement reads of each row, and how they are found again in its result. */
export class RowReader {
  readonly #shape: TableShape;
  readonly #order: readonly OrderKey[];
  readonly #identity: readonly Omit<OrderKey, 'descending'>[];
  readonly #cut: number;
  /** Indexes of the columns whose values can be long. */
  readonly #long: readonly number[];
  /** Names read once more, whole, behind cells and lengths: anchors of long columns, system columns. */
  readonly #whole: readonly string[];

  constructor(shape: TableShape, order: readonly OrderKey[], rows: number) {
    this.#shape = shape;
    this.#order = order;
    this.#identity = identityKeys(shape);
    this.#long = shape.columns.flatMap(({ long }, index) => (long ? [index] : []));
    const each = Math.floor(answerBudget / Math.max(1, rows * this.#long.length));
    this.#cut = Math.min(longestCell, Math.max(shortestCell, each));
    const wanted = [...order, ...this.#identity].map(({ name }) => name);
    this.#whole = [...new Set(wanted)].filter((name) => !this.#isWholeCell(name));
  }

  /** `t.a as c0, t.b as c1, …, t.ctid as k0`: what the inner query takes from the table. */
  get columns(): Sql {
    const cells = this.#shape.columns.map(
      ({ name }, index) => sql`${ident('t', name)} as ${cell(index)}`,
    );
    const system = this.#system.map((name) => sql`${ident('t', name)} as ${ident(name)}`);
    return join([...cells, ...system]);
  }

  /** A column (or system column) of the table where it is called as `columns` calls it. */
  readonly alias = (source: string, name: string): Sql => {
    const index = this.#indexOf(name);
    return index < 0 ? ident(source, name) : raw(`${source}.c${index}`);
  };

  /**
   * Reads the rows of `page` (a query of `columns`, in brackets) in the order of the reader. Each long value
   * is turned into text once, in a subquery that the planner may not dissolve.
   */
  read(page: Sql): Sql {
    const cells = this.#shape.columns.map(({ long }, index) =>
      long ? this.#cutText(sql`w.${textOf(index)}`) : sql`w.${cell(index)}`,
    );
    const lengths = this.#long.map((index) => this.#fullLength(sql`w.${textOf(index)}`));
    const whole = this.#whole.map((name) => this.#wholeValue(name));
    const texts = this.#long.map((index) => sql`, p.${cell(index)}::text as ${textOf(index)}`);
    return sql`select ${join([...cells, ...lengths, ...whole])}
      from (select p.*${join(texts, '')} from ${page} p offset 0) w${this.orderBy('w')}`;
  }

  /** The clause that orders rows which `source` has as `columns` calls them; empty for no order. */
  orderBy(source: string): Sql {
    return orderClause(this.#order, (name) => this.alias(source, name));
  }

  /** The row in a line of the result. */
  row(line: readonly (string | null)[]): ReadRow {
    const count = this.#shape.columns.length;
    const cells = line.slice(0, count);
    const cuts = this.#long.flatMap((column, place): (readonly [number, number])[] => {
      const length = line[count + place] ?? null;
      return length === null ? [] : [[column, Number(length)]];
    });
    const valueFor = (name: string): string | null => {
      const cell = cells[this.#indexOf(name)] ?? null;
      const place = this.#whole.indexOf(name);
      if (place < 0) return cell;
      const whole = line[count + this.#long.length + place] ?? null;
      if (whole === null && cell !== null) throw tooLong(name);
      return whole;
    };
    return {
      cells,
      cuts,
      anchor: this.#order.map(({ name }) => valueFor(name)),
      key: this.#keyOf(valueFor),
    };
  }

  /** A value of the order in full, unless it is far too long for that. */
  #wholeValue(name: string): Sql {
    const value = this.alias('w', name);
    const index = this.#indexOf(name);
    if (index < 0) return value;
    return sql`case when octet_length(w.${textOf(index)}) <= ${raw(String(longestAnchor))} then ${value} end`;
  }

  #keyOf(valueFor: (name: string) => string | null): RowKey | null {
    if (this.#identity.length === 0) return null;
    return Object.fromEntries(this.#identity.map(({ name }) => [name, valueFor(name) ?? '']));
  }

  get #system(): readonly string[] {
    return this.#whole.filter((name) => this.#indexOf(name) < 0);
  }

  /** Bytes are known at once, characters have to be counted: most values are short by both. */
  #cutText(text: Sql): Sql {
    const cut = raw(String(this.#cut));
    return sql`case when octet_length(${text}) <= ${cut} then ${text} else pg_catalog.left(${text}, ${cut}) end`;
  }

  #fullLength(text: Sql): Sql {
    const cut = raw(String(this.#cut));
    return sql`case when octet_length(${text}) > ${cut} and length(${text}) > ${cut} then length(${text}) end`;
  }

  #indexOf(name: string): number {
    return this.#shape.columns.findIndex((column) => column.name === name);
  }

  /** True where the cell itself holds the value in full. */
  #isWholeCell(name: string): boolean {
    const column = this.#shape.columns[this.#indexOf(name)];
    return column !== undefined && !column.long;
  }
}

function cell(index: number): Sql {
  return raw(`c${index}`);
}

function textOf(index: number): Sql {
  return raw(`x${index}`);
}

function tooLong(name: string): Error {
  return consoleError('column_not_sortable', {
    message: `${JSON.stringify(name)} holds values longer than 64 KB, too long to sort rows by`,
  });
}
