import { nameKey } from '../names.ts';
import { compareRoutines, parseIsolation, type Routine } from '../routine.ts';
import type { Table } from '../table.ts';
import type { RawCatalog, RawFunction, RawTable } from './raw-catalog.ts';
import type { ViewOrigins } from './view-origins.ts';

/** One copy of each text: the same few types and column names come thousands of times. */
class Texts {
  readonly #known = new Map<string, string>();

  of(text: string): string {
    const known = this.#known.get(text);
    if (known !== undefined) return known;
    this.#known.set(text, text);
    return text;
  }
}

/** Tables by schema and name. A view has the primary keys of the tables whose keys it shows. */
export function readTables(catalog: RawCatalog, views: ViewOrigins): ReadonlyMap<string, Table> {
  const texts = new Texts();
  const viewKeys = primaryKeysOfViews(catalog, views);
  const tables = new Map<string, Table>();
  for (const row of catalog.tables) {
    const table = readTable(row, texts, viewKeys);
    tables.set(nameKey(table), table);
  }
  return tables;
}

function readTable(
  [oid, schema, name, kind, can, primaryKey, columns]: RawTable,
  texts: Texts,
  viewKeys: ReadonlyMap<string, readonly string[]>,
): Table {
  const isView = kind === 'v' || kind === 'm';
  return {
    oid,
    schema: texts.of(schema),
    name,
    isView,
    canInsert: (can & 1) !== 0,
    canUpdate: (can & 2) !== 0,
    canDelete: (can & 4) !== 0,
    primaryKey: isView ? (viewKeys.get(nameKey({ schema, name })) ?? []) : primaryKey,
    columns: columns.map(([column, type, nominal, initial]) => ({
      name: texts.of(column),
      type: texts.of(type),
      nominalType: texts.of(nominal),
      default: initial === null ? null : texts.of(initial),
    })),
  };
}

function primaryKeysOfViews(
  { keys }: RawCatalog,
  views: ViewOrigins,
): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, readonly string[]>();
  for (const [table, columns] of keys.primary) {
    for (const { view, columns: shown } of views.viewsOf(table)) {
      const names = columns.flatMap(([, number]) => shown.get(number)?.[0] ?? []);
      if (names.length < columns.length) continue;
      const key = nameKey(view);
      found.set(key, [...(found.get(key) ?? []), ...names]);
    }
  }
  return found;
}

const volatilities = { i: 'immutable', s: 'stable', v: 'volatile' } as const;

/** Functions by schema and name; overloads stand together. */
export function readRoutines(
  rows: readonly RawFunction[],
): ReadonlyMap<string, readonly Routine[]> {
  const texts = new Texts();
  const routines = new Map<string, Routine[]>();
  for (const row of rows) {
    const routine = readRoutine(row, texts);
    const key = nameKey(routine);
    routines.set(key, [...(routines.get(key) ?? []), routine]);
  }
  for (const overloads of routines.values()) overloads.sort(compareRoutines);
  return routines;
}

function readRoutine(row: RawFunction, texts: Texts): Routine {
  const [oid, schema, name, args, result, volatility, isolation, settings] = row;
  const [resultSchema, resultName, returnsSet, returnsRow] = result;
  return {
    oid,
    schema: texts.of(schema),
    name,
    arguments: args.map(([argument, type, castType, required, variadic]) => ({
      name: texts.of(argument),
      type: texts.of(type),
      castType: texts.of(castType),
      required,
      variadic,
    })),
    result: { schema: texts.of(resultSchema), name: texts.of(resultName) },
    returnsSet,
    returnsRow,
    volatility: volatilities[volatility],
    isolation: parseIsolation(isolation),
    settings,
  };
}
