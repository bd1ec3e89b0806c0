/** A name with its schema; an empty schema means that the search path decides. */
export interface QualifiedName {
  readonly schema: string;
  readonly name: string;
}

/** A key for maps: no name holds a NUL. */
export function nameKey({ schema, name }: QualifiedName): string {
  return `${schema}\0${name}`;
}

/** Byte order of schema, then name. */
export function compareNames(left: QualifiedName, right: QualifiedName): number {
  return compareText(left.schema, right.schema) || compareText(left.name, right.name);
}

/** Order of code units, as an index without a locale has it. */
export function compareText(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}
