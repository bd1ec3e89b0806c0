/**
 * What the catalog queries give, as JSON. Each type is the shape that the comment at the head of its
 * `.sql` file states.
 */
export interface RawCatalog {
  readonly tables: readonly RawTable[];
  readonly keys: RawKeys;
  readonly views: readonly RawView[];
  readonly functions: readonly RawFunction[];
  readonly computed: readonly RawComputed[];
  readonly representations: readonly (readonly [source: string, target: string, call: string])[];
  readonly handlers: readonly RawHandler[];
  readonly roles: readonly RawRole[];
}

export type RawTable = readonly [
  oid: number,
  schema: string,
  name: string,
  kind: 'r' | 'p' | 'v' | 'm' | 'f',
  can: number,
  primaryKey: readonly string[],
  columns: readonly (readonly [string, string, string, string | null])[],
];

export type RawRelation = readonly [oid: number, schema: string, name: string];

export type RawForeignKey = readonly [
  constraint: string,
  own: RawRelation,
  referenced: RawRelation,
  pairs: readonly (readonly [own: string, ownNumber: number, other: string, otherNumber: number])[],
  oneToOne: boolean,
];

interface RawKeys {
  readonly foreign: readonly RawForeignKey[];
  readonly primary: readonly (readonly [
    table: number,
    columns: readonly (readonly [name: string, number: number])[],
  ])[];
}

export type RawView = readonly [
  oid: number,
  schema: string,
  name: string,
  columns: readonly string[],
  tree: string,
];

export type RawFunction = readonly [
  oid: number,
  schema: string,
  name: string,
  args: readonly (readonly [string, string, string, boolean, boolean])[],
  result: readonly [schema: string, name: string, isSet: boolean, isRow: boolean],
  volatility: 'i' | 's' | 'v',
  isolation: string | null,
  settings: readonly (readonly [string, string])[],
];

type RawComputed = readonly [
  schema: string,
  name: string,
  fromSchema: string,
  from: string,
  toSchema: string,
  to: string,
  toOne: boolean,
];

export type RawHandler = readonly [
  schema: string,
  name: string,
  targetSchema: string,
  target: string,
  mediaType: string,
];

export type RawRole = readonly [
  role: string,
  isolation: string | null,
  settings: readonly (readonly [string, string])[],
];
