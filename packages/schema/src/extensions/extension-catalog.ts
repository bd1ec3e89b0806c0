import { type Database, sql } from '@plinth/postgres';

/** What a server has of one extension. */
export interface AvailableExtension {
  /** False where its owner of a database may not create it: it takes a superuser. */
  readonly trusted: boolean;
  /** It can only live in this schema; null where the choice is free. */
  readonly fixedSchema: string | null;
  /** Installed in this database, and not by the role that asks. */
  readonly foreignOwned: boolean;
}

/** The extensions that a database can have, by name. */
export interface ExtensionCatalog {
  readonly extensions: ReadonlyMap<string, AvailableExtension>;
  /** Names that may be managed through the functions of schema `plinth`. */
  readonly manageable: ReadonlySet<string>;
}

interface Row {
  readonly name: string;
  readonly trusted: boolean;
  readonly fixed_schema: string | null;
  readonly foreign_owned: boolean;
  readonly manageable: boolean;
}

/** Reads what extensions there are; asked only where a script speaks of one. */
export async function readExtensionCatalog(owner: Database): Promise<ExtensionCatalog> {
  const [helped] = await owner.query<{ helped: boolean }>(
    sql`select to_regproc('plinth.create_extension') is not null as helped`,
  );
  const isManageable =
    helped?.helped === true ? sql`plinth.is_manageable_extension(e.name)` : sql`false`;
  const rows = await owner.query<Row>(sql`
    select e.name,
           coalesce(v.trusted or not v.superuser, false) as trusted,
           v.schema as fixed_schema,
           coalesce(x.extowner <> current_user::regrole, false) as foreign_owned,
           ${isManageable} as manageable
    from (
      select name::text, default_version from pg_catalog.pg_available_extensions
      union
      select extname, extversion from pg_catalog.pg_extension
      where extname not in (select name from pg_catalog.pg_available_extensions)
    ) e
    left join pg_catalog.pg_available_extension_versions v
      on v.name = e.name and v.version = e.default_version
    left join pg_catalog.pg_extension x on x.extname = e.name`);
  return {
    extensions: new Map(
      rows.map(({ name, trusted, fixed_schema, foreign_owned }) => [
        name,
        { trusted, fixedSchema: fixed_schema, foreignOwned: foreign_owned },
      ]),
    ),
    manageable: new Set(rows.filter(({ manageable }) => manageable).map(({ name }) => name)),
  };
}
