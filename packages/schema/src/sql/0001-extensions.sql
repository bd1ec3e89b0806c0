-- What the owner of a project may do with extensions beyond the trusted ones of Postgres. Each function runs
-- as the superuser that made it, does one thing to one extension of the list, and takes names, never SQL.
-- The list is the one that hosted Supabase gives its users; what reads files, runs programs or looks below
-- the permissions of tables (file_fdw, adminpack, pageinspect, untrusted languages…) is not on it.
create or replace function plinth.is_manageable_extension(extension text) returns boolean
  language sql immutable
  set search_path = ''
as $$
  select extension = any (array[
    'address_standardizer', 'address_standardizer_data_us', 'autoinc', 'bloom', 'btree_gin', 'btree_gist',
    'citext', 'cube', 'dblink', 'dict_int', 'dict_xsyn', 'earthdistance', 'fuzzystrmatch', 'hstore', 'http',
    'hypopg', 'index_advisor', 'insert_username', 'intarray', 'isn', 'ltree', 'moddatetime', 'pg_cron',
    'pg_graphql', 'pg_hashids', 'pg_jsonschema', 'pg_net', 'pg_partman', 'pg_prewarm', 'pg_repack',
    'pg_stat_monitor', 'pg_stat_statements', 'pg_tle', 'pg_trgm', 'pg_walinspect', 'pgaudit', 'pgcrypto',
    'pgjwt', 'pgmq', 'pgroonga', 'pgroonga_database', 'pgrouting', 'pgrowlocks', 'pgsodium', 'pgstattuple',
    'pgtap', 'plpgsql_check', 'postgis', 'postgis_raster', 'postgis_sfcgal', 'postgis_tiger_geocoder',
    'postgis_topology', 'postgres_fdw', 'refint', 'rum', 'seg', 'sslinfo', 'supabase_vault', 'tablefunc',
    'tcn', 'timescaledb', 'tsm_system_rows', 'tsm_system_time', 'unaccent', 'uuid-ossp', 'vector', 'wrappers'
  ]);
$$;

create or replace function plinth.check_manageable_extension(extension text) returns void
  language plpgsql immutable
  set search_path = ''
as $$
begin
  if plinth.is_manageable_extension(extension) is not true then
    raise exception 'permission denied for extension %', pg_catalog.quote_ident(extension)
      using errcode = 'insufficient_privilege',
            hint = 'Extensions that reach the files or programs of the server are for its superuser alone.';
  end if;
end
$$;

create or replace function plinth.create_extension(
  extension text, schema text, version text, is_cascade boolean, if_not_exists boolean
) returns void
  language plpgsql security definer
  set search_path = ''
as $$
begin
  perform plinth.check_manageable_extension(extension);
  execute 'create extension '
    || case when if_not_exists then 'if not exists ' else '' end
    || pg_catalog.quote_ident(extension)
    || coalesce(' with schema ' || pg_catalog.quote_ident(schema), '')
    || coalesce(' version ' || pg_catalog.quote_literal(version), '')
    || case when is_cascade then ' cascade' else '' end;
  if extension = 'postgres_fdw' then
    grant usage on foreign data wrapper postgres_fdw to postgres with grant option;
  end if;
end
$$;

create or replace function plinth.drop_extension(extension text, is_cascade boolean, if_exists boolean)
  returns void
  language plpgsql security definer
  set search_path = ''
as $$
begin
  perform plinth.check_manageable_extension(extension);
  execute 'drop extension '
    || case when if_exists then 'if exists ' else '' end
    || pg_catalog.quote_ident(extension)
    || case when is_cascade then ' cascade' else '' end;
end
$$;

create or replace function plinth.update_extension(extension text, version text) returns void
  language plpgsql security definer
  set search_path = ''
as $$
begin
  perform plinth.check_manageable_extension(extension);
  execute 'alter extension ' || pg_catalog.quote_ident(extension) || ' update'
    || coalesce(' to ' || pg_catalog.quote_literal(version), '');
end
$$;

create or replace function plinth.set_extension_schema(extension text, schema text) returns void
  language plpgsql security definer
  set search_path = ''
as $$
begin
  perform plinth.check_manageable_extension(extension);
  execute 'alter extension ' || pg_catalog.quote_ident(extension)
    || ' set schema ' || pg_catalog.quote_ident(schema);
end
$$;

create or replace function plinth.comment_on_extension(extension text, comment text) returns void
  language plpgsql security definer
  set search_path = ''
as $$
begin
  perform plinth.check_manageable_extension(extension);
  execute 'comment on extension ' || pg_catalog.quote_ident(extension)
    || ' is ' || coalesce(pg_catalog.quote_literal(comment), 'null');
end
$$;

revoke all on function
  plinth.create_extension(text, text, text, boolean, boolean),
  plinth.drop_extension(text, boolean, boolean),
  plinth.update_extension(text, text),
  plinth.set_extension_schema(text, text),
  plinth.comment_on_extension(text, text)
from public;

grant usage on schema plinth to postgres;
grant execute on function
  plinth.create_extension(text, text, text, boolean, boolean),
  plinth.drop_extension(text, boolean, boolean),
  plinth.update_extension(text, text),
  plinth.set_extension_schema(text, text),
  plinth.comment_on_extension(text, text)
to postgres;
