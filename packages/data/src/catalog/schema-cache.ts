import { MediaHandlers } from './media-handlers.ts';
import { compareNames, nameKey, type QualifiedName } from './names.ts';
import { indexBy, readForeignKeys } from './read/foreign-keys.ts';
import type { RawCatalog } from './read/raw-catalog.ts';
import { readRoutines, readTables } from './read/read-entries.ts';
import { type RoleSettings, readRoleSettings } from './read/role-settings.ts';
import { ViewOrigins } from './read/view-origins.ts';
import {
  type ComputedRelationship,
  compareRelationships,
  inverse,
  type JunctionRelationship,
  type KeyRelationship,
  type Relationship,
} from './relationship.ts';
import type { Routine } from './routine.ts';
import type { Table } from './table.ts';

/**
 * What planning knows of a database. It never changes: after DDL another one takes its place. To stay small
 * with many tables, relationships of a relation are only derived once somebody embeds from it.
 */
export class SchemaCache {
  readonly schemas: readonly string[];
  readonly handlers: MediaHandlers;
  readonly roles: ReadonlyMap<string, RoleSettings>;
  readonly #tables: ReadonlyMap<string, Table>;
  readonly #routines: ReadonlyMap<string, readonly Routine[]>;
  readonly #representations: ReadonlyMap<string, string>;
  readonly #computed: readonly ComputedRelationship[];
  readonly #byOrigin: ReadonlyMap<string, readonly KeyRelationship[]>;
  readonly #byTarget: ReadonlyMap<string, readonly KeyRelationship[]>;
  readonly #derived = new Map<string, readonly Relationship[]>();
  readonly #origins = new Map<string, readonly string[]>();

  constructor(catalog: RawCatalog, schemas: readonly string[]) {
    const views = new ViewOrigins(catalog, schemas);
    const keys = readForeignKeys(catalog, views);
    this.schemas = schemas;
    this.handlers = new MediaHandlers(catalog.handlers);
    this.roles = readRoleSettings(catalog.roles);
    this.#tables = readTables(catalog, views);
    this.#routines = readRoutines(catalog.functions);
    this.#representations = new Map(
      catalog.representations.map(([source, target, call]) => [`${source}\0${target}`, call]),
    );
    this.#computed = catalog.computed.map(readComputed);
    this.#byOrigin = indexBy(keys, 'from');
    this.#byTarget = indexBy(keys, 'to');
  }

  table(name: QualifiedName): Table | undefined {
    return this.#tables.get(nameKey(name));
  }

  /** All tables of a schema, sorted by name. */
  tablesOf(schema: string): readonly Table[] {
    return [...this.#tables.values()].filter((table) => table.schema === schema);
  }

  /** The overloads of a function, fewest arguments first. */
  routines(name: QualifiedName): readonly Routine[] {
    return this.#routines.get(nameKey(name)) ?? [];
  }

  /** All functions of a schema. */
  routinesOf(schema: string): readonly Routine[] {
    return [...this.#routines.values()].flat().filter((routine) => routine.schema === schema);
  }

  /** The function that turns one type into the other, as SQL; undefined where no cast is declared. */
  representation(source: string, target: string): string | undefined {
    return this.#representations.get(`${source}\0${target}`);
  }

  /** What can be embedded into a relation within its own schema. */
  relationshipsOf(origin: QualifiedName): readonly Relationship[] {
    const key = nameKey(origin);
    let found = this.#derived.get(key);
    if (found === undefined) {
      found = this.#derive(origin);
      // Only names of relations that exist are remembered, so strangers cannot make this grow.
      if (found.length > 0) this.#derived.set(key, found);
    }
    return found;
  }

  /** Whether a relation has foreign keys at all, exposed or not. */
  hasKeys(origin: QualifiedName): boolean {
    const key = nameKey(origin);
    return (
      this.#byOrigin.has(key) ||
      this.#byTarget.has(key) ||
      this.#computed.some(({ from }) => nameKey(from) === key)
    );
  }

  #derive(origin: QualifiedName): readonly Relationship[] {
    const key = nameKey(origin);
    const own = this.#byOrigin.get(key) ?? [];
    const incoming = this.#byTarget.get(key) ?? [];
    const computed = this.#computed.filter(
      ({ from, function: call }) => nameKey(from) === key && call.schema === origin.schema,
    );
    // A computed relationship takes the place of those that lead to a relation of its name.
    const overridden = new Set(computed.map((each) => nameKey(each.function)));
    const detected = [...own, ...incoming.map(inverse), ...this.#junctions(incoming)].filter(
      ({ to }) => to.schema === origin.schema && !overridden.has(nameKey(to)),
    );
    const exposed = computed.filter(({ to }) => this.schemas.includes(to.schema));
    return [...detected, ...exposed].sort(compareRelationships);
  }

  /** Many-to-many: a table whose primary key holds two foreign keys, one of which refers to the origin. */
  #junctions(incoming: readonly KeyRelationship[]): readonly JunctionRelationship[] {
    return incoming.flatMap((source) => {
      const primaryKey = this.table(source.from)?.primaryKey;
      if (primaryKey === undefined || source.kind !== 'many-to-one') return [];
      const targets = this.#byOrigin.get(nameKey(source.from)) ?? [];
      return targets
        .filter(
          (target) =>
            target.kind === 'many-to-one' &&
            target.constraint !== source.constraint &&
            [...source.columns, ...target.columns].every(([own]) => primaryKey.includes(own)),
        )
        .map((target) => junction(source, target));
    });
  }

  /** Names of relations in a schema that something can be embedded into; for hints. */
  originsOf(schema: string): readonly string[] {
    let found = this.#origins.get(schema);
    if (found === undefined) {
      found = this.tablesOf(schema)
        .filter((table) => this.#derive(table).length > 0)
        .sort(compareNames)
        .map(({ name }) => name);
      // Requests are only about exposed schemas, so strangers cannot make this grow.
      this.#origins.set(schema, found);
    }
    return found;
  }
}

function junction(source: KeyRelationship, target: KeyRelationship): JunctionRelationship {
  return {
    kind: 'many-to-many',
    from: source.to,
    to: target.to,
    fromIsView: source.toIsView,
    toIsView: target.toIsView,
    junction: source.from,
    constraints: [source.constraint, target.constraint],
    source: source.columns.map(([own, other]) => [other, own]),
    target: target.columns.map(([own, other]) => [other, own]),
  };
}

function readComputed(row: RawCatalog['computed'][number]): ComputedRelationship {
  const [schema, name, fromSchema, from, toSchema, to, toOne] = row;
  return {
    kind: 'computed',
    from: { schema: fromSchema, name: from },
    to: { schema: toSchema, name: to },
    function: { schema, name },
    toOne,
  };
}
