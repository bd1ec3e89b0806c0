/** What a schema's catalog entries say that requests have no use for. */
export interface SchemaDetails {
  readonly description: string | null;
  readonly relations: ReadonlyMap<number, RelationDetails>;
  readonly functions: ReadonlyMap<number, FunctionDetails>;
}

export interface RelationDetails {
  readonly description: string | null;
  readonly columns: ReadonlyMap<string, ColumnDetails>;
}

export interface ColumnDetails {
  readonly description: string | null;
  readonly nullable: boolean;
  readonly maxLength: number | null;
  readonly labels: readonly string[];
}

export interface FunctionDetails {
  readonly description: string | null;
  /** Types of the input arguments, as the caller's search path names them. */
  readonly types: readonly string[];
}

/** The document that `describe-schema.sql` gives. */
interface RawDetails {
  readonly description: string | null;
  readonly relations: readonly (readonly [number, string | null, readonly RawColumn[]])[];
  readonly functions: readonly (readonly [number, string | null, readonly string[]])[];
}

type RawColumn = readonly [string, string | null, boolean, number | null, readonly string[]];

export function readSchemaDetails(document: string): SchemaDetails {
  const { description, relations, functions } = JSON.parse(document) as RawDetails;
  return {
    description,
    relations: new Map(
      relations.map(([oid, comment, columns]) => [
        oid,
        { description: comment, columns: new Map(columns.map(readColumn)) },
      ]),
    ),
    functions: new Map(
      functions.map(([oid, comment, types]) => [oid, { description: comment, types }]),
    ),
  };
}

function readColumn([name, description, nullable, maxLength, labels]: RawColumn): [
  string,
  ColumnDetails,
] {
  return [name, { description, nullable, maxLength, labels }];
}
