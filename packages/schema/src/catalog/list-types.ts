import { type Database, sql } from '@plinth/postgres';
import { catalogQuery, readCatalog } from './catalog-query.ts';
import type { TypeEntry } from './catalog-types.ts';
import { isSystemSchema } from './system-schemas.ts';

const builtIn: readonly TypeEntry[] = [
  { name: 'text', description: 'Text of any length', group: 'common' },
  { name: 'int8', description: 'Whole number, 8 bytes', group: 'common' },
  { name: 'uuid', description: 'Universally unique identifier', group: 'common' },
  { name: 'bool', description: 'True or false', group: 'common' },
  { name: 'timestamptz', description: 'Moment, shown in a time zone', group: 'common' },
  { name: 'jsonb', description: 'JSON, stored parsed, can be indexed', group: 'common' },
  { name: 'int2', description: 'Whole number, 2 bytes', group: 'number' },
  { name: 'int4', description: 'Whole number, 4 bytes', group: 'number' },
  { name: 'numeric', description: 'Exact number of any size', group: 'number' },
  { name: 'float4', description: 'Floating-point number, 6 digits', group: 'number' },
  { name: 'float8', description: 'Floating-point number, 15 digits', group: 'number' },
  { name: 'varchar', description: 'Text of any length', group: 'text' },
  { name: 'bytea', description: 'Bytes', group: 'text' },
  { name: 'xml', description: 'XML document', group: 'text' },
  { name: 'tsvector', description: 'Words for full-text search', group: 'text' },
  { name: 'date', description: 'Calendar day', group: 'time' },
  { name: 'time', description: 'Time of day', group: 'time' },
  { name: 'timetz', description: 'Time of day with a time zone', group: 'time' },
  { name: 'timestamp', description: 'Date and time without a time zone', group: 'time' },
  { name: 'interval', description: 'Span of time', group: 'time' },
  { name: 'daterange', description: 'Range of days', group: 'time' },
  { name: 'tsrange', description: 'Range of dates and times', group: 'time' },
  { name: 'tstzrange', description: 'Range of moments', group: 'time' },
  { name: 'json', description: 'JSON, stored as its text', group: 'other' },
  { name: 'inet', description: 'Network address of a host', group: 'other' },
  { name: 'cidr', description: 'Network', group: 'other' },
  { name: 'macaddr', description: 'Hardware address', group: 'other' },
  { name: 'point', description: 'Point on a plane', group: 'other' },
  { name: 'int4range', description: 'Range of whole numbers', group: 'other' },
  { name: 'int8range', description: 'Range of whole numbers', group: 'other' },
  { name: 'numrange', description: 'Range of numbers', group: 'other' },
];

interface OwnType {
  readonly schema: string;
  readonly name: string;
  readonly typtype: string;
  readonly comment: string | null;
  readonly extension: string | null;
}

const descriptions: Readonly<Record<string, string>> = {
  e: 'Enumeration',
  d: 'Domain',
  c: 'Composite type',
};

/** Postgres' usual types, then those that the database adds: enumerations, domains, types of extensions. */
export async function listTypes(database: Database): Promise<TypeEntry[]> {
  const query = catalogQuery<OwnType>(sql`
    select n.nspname::text as schema,
           pg_catalog.quote_ident(n.nspname) || '.' || pg_catalog.quote_ident(t.typname) as name,
           t.typtype::text as typtype,
           pg_catalog.obj_description(t.oid, 'pg_type') as comment,
           x.extname::text as extension
    from pg_catalog.pg_type t
    join pg_catalog.pg_namespace n on n.oid = t.typnamespace
    left join pg_catalog.pg_depend d
      on d.classid = 'pg_catalog.pg_type'::regclass and d.objid = t.oid and d.deptype = 'e'
    left join pg_catalog.pg_extension x on x.oid = d.refobjid
    where n.nspname <> 'information_schema' and n.nspname not like 'pg\\_%'
      and t.typisdefined
      and (
        t.typtype in ('e', 'd')
        or t.typtype = 'c' and exists (
          select from pg_catalog.pg_class c where c.oid = t.typrelid and c.relkind = 'c')
        or t.typtype = 'b' and t.typcategory <> 'A' and x.oid is not null
      )
    order by n.nspname = 'public' desc, n.nspname, t.typname`);
  const [rows] = await readCatalog(database, [query]);
  const usable = rows.filter(
    ({ schema, extension }) => extension !== null || !isSystemSchema(schema),
  );
  return [
    ...builtIn,
    ...usable.map(({ name, typtype, comment, extension }) => ({
      name,
      description:
        comment ?? (extension === null ? (descriptions[typtype] ?? '') : `Type of ${extension}`),
      group: typtype === 'e' ? ('enum' as const) : ('other' as const),
    })),
  ];
}
