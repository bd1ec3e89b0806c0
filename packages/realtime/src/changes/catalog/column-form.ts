import type { Comparison, JsonForm } from './table-catalog.ts';

/** A column's type as the catalog query gives it. */
export interface RawType {
  readonly type: string;
  /** `pg_type.typtype` of the type itself. */
  readonly kind: string;
  /** What a domain stands for, else the type itself. */
  readonly base: string;
  readonly baseKind: string;
  readonly baseOid: number;
  /** Whether a cast to json of the owner's exists, which JSON then goes through. */
  readonly cast: boolean;
  readonly element: string | null;
  readonly elementKind: string | null;
  readonly elementOid: number | null;
  readonly elementCast: boolean | null;
  /** Equal means equal bytes. */
  readonly exact: boolean;
}

/** Types of Postgres itself (their oids are reserved) whose JSON is not their text in quotes. */
const forms: Readonly<Record<string, JsonForm>> = {
  bool: 'boolean',
  int2: 'number',
  int4: 'number',
  int8: 'number',
  float4: 'number',
  float8: 'number',
  numeric: 'number',
  // An oid is text in JSON, as to_jsonb has it.
  json: 'json',
  jsonb: 'json',
  date: 'date',
  timestamp: 'timestamp',
  timestamptz: 'timestamptz',
  bytea: 'bytea',
};

const firstOwnOid = 16_384;

/** How values of a column are written as JSON. */
export function columnForm(raw: RawType): {
  readonly form: JsonForm;
  readonly element?: JsonForm;
  readonly isJson: boolean;
} {
  const isJson = raw.base === 'json' || raw.base === 'jsonb';
  if (raw.element !== null && raw.elementKind !== null && raw.elementOid !== null) {
    const element = formOf(raw.element, raw.elementKind, raw.elementOid, raw.elementCast === true);
    // bytea inside an array keeps its prefix; vectors are arrays that are written in another way.
    if (element === 'sql' || element === 'bytea' || raw.base.endsWith('vector')) {
      return { form: 'sql', isJson };
    }
    return { form: 'text', element, isJson };
  }
  // A domain over bytea is not `bytea` to upstream.
  if (raw.base === 'bytea' && raw.kind === 'd') return { form: 'sql', isJson };
  return { form: formOf(raw.base, raw.baseKind, raw.baseOid, raw.cast), isJson };
}

function formOf(name: string, kind: string, oid: number, hasCast: boolean): JsonForm {
  if (oid >= firstOwnOid && hasCast) return 'sql';
  // Composites, and arrays in a domain, are objects and lists.
  if (kind === 'c' || kind === 'd' || kind === 'p') return 'sql';
  return (oid < firstOwnOid ? forms[name] : undefined) ?? 'text';
}

/** How values of a column compare in their text. */
export function comparisonOf(raw: RawType): Comparison {
  if (raw.kind === 'e') return 'enum';
  if (raw.kind !== 'b' || raw.baseOid >= firstOwnOid) return 'other';
  switch (raw.type) {
    case 'text':
    case 'varchar':
      return raw.exact ? 'text' : 'other';
    case 'int2':
    case 'int4':
    case 'int8':
      return 'integer';
    case 'numeric':
      return 'decimal';
    case 'bool':
      return 'boolean';
    case 'uuid':
      return 'uuid';
    default:
      return 'other';
  }
}
