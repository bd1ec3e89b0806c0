import { shallowValue } from '../depth.ts';
import type { AtPath, FilterSyntax, LogicSyntax, Slot } from '../syntax.ts';
import { noOperator, parseFilter } from './filter.ts';
import { parseLogic } from './logic.ts';
import { parseRanges, type Ranges } from './ranges.ts';
import { type QueryParameter, splitQuery } from './split-query.ts';

/** A named argument of a function called by GET. */
export interface ArgumentSyntax {
  readonly name: string;
  readonly value: Slot;
}

/**
 * A query, read as far as its values need it: what holds no values (`select`, `order`, `columns`,
 * `on_conflict`) stays text, since it is only looked at when its shape has not been seen before.
 */
export interface QuerySyntax {
  /** Equal for requests that differ in nothing but values. */
  readonly shape: string;
  readonly values: string[];
  readonly parameters: readonly QueryParameter[];
  readonly select: string | undefined;
  readonly columns: string | undefined;
  readonly onConflict: string | undefined;
  readonly orders: readonly QueryParameter[];
  readonly ranges: Ranges;
  readonly filters: readonly AtPath<FilterSyntax>[];
  readonly trees: readonly AtPath<LogicSyntax>[];
  /** Only on a function: parameters whose value has no operator. */
  readonly arguments: readonly ArgumentSyntax[];
  /** Names of all filters as they were written. */
  readonly filterNames: readonly string[];
}

/** How a parameter without an operator is taken: as an argument of a function, or as a mistake. */
export type BareParameters = 'arguments' | 'refused';

/** Reads the query text of a URL. Throws PGRST100. */
export function parseQuery(raw: string, bare: BareParameters): QuerySyntax {
  const parameters = splitQuery(raw);
  const reader = new QueryReader(parameters, bare);
  for (const parameter of parameters) reader.read(parameter);
  return reader.result();
}

/** Set apart the parts of a shape. No decoded text holds a NUL, so two queries cannot look alike. */
const mark = { equals: '\0=', end: '\0&', argument: '\0?' } as const;

class QueryReader {
  readonly #parameters: readonly QueryParameter[];
  readonly #bare: BareParameters;
  readonly #values: string[] = [];
  readonly #orders: QueryParameter[] = [];
  readonly #ranges: QueryParameter[] = [];
  readonly #filters: AtPath<FilterSyntax>[] = [];
  readonly #trees: AtPath<LogicSyntax>[] = [];
  readonly #arguments: ArgumentSyntax[] = [];
  readonly #filterNames: string[] = [];
  #select: string | undefined;
  #columns: string | undefined;
  #onConflict: string | undefined;
  #shape = '';

  constructor(parameters: readonly QueryParameter[], bare: BareParameters) {
    this.#parameters = parameters;
    this.#bare = bare;
  }

  read(parameter: QueryParameter): void {
    const { name, value } = parameter;
    if (value === undefined) return;
    if (name === 'select') this.#select ??= this.#shaped(name, value);
    else if (name === 'columns') this.#columns ??= this.#shaped(name, value);
    else if (name === 'on_conflict') this.#onConflict ??= this.#shaped(name, value);
    else this.#readByLastWord(parameter, name, value);
  }

  result(): QuerySyntax {
    return {
      shape: this.#shape,
      values: this.#values,
      parameters: this.#parameters,
      select: this.#select,
      columns: this.#columns,
      onConflict: this.#onConflict,
      orders: this.#orders,
      ranges: parseRanges(this.#ranges),
      filters: this.#filters,
      trees: this.#trees,
      arguments: this.#arguments,
      filterNames: this.#filterNames,
    };
  }

  #readByLastWord(parameter: QueryParameter, name: string, value: string): void {
    const word = name.slice(name.lastIndexOf('.') + 1);
    if (word === 'order') {
      this.#orders.push(parameter);
      this.#shaped(name, value);
    } else if (word === 'limit' || word === 'offset') this.#ranges.push(parameter);
    else if (word === 'or' || word === 'and') {
      const { tree, shape } = parseLogic(name, value, this.#values);
      this.#trees.push(tree);
      this.#shaped(name, shape);
    } else this.#readFilter(name, value);
  }

  #readFilter(name: string, value: string): void {
    const parsed = parseFilter(name, value, this.#values);
    this.#filterNames.push(name);
    if (parsed !== undefined) {
      this.#filters.push(parsed.filter);
      this.#shaped(name, parsed.shape);
      return;
    }
    if (this.#bare === 'refused') throw noOperator(value);
    this.#arguments.push({ name, value: this.#values.push(shallowValue(value)) - 1 });
    this.#shaped(name, mark.argument);
  }

  #shaped(name: string, value: string): string {
    this.#shape += name + mark.equals + value + mark.end;
    return value;
  }
}
