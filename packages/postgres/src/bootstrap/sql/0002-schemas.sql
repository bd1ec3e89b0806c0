-- Schemas, grants and default privileges of a project database, as hosted Supabase has them.
do $owner$
begin
  execute format('alter database %I owner to postgres', current_database());
  execute format('alter database %I set search_path = "$user", public, extensions', current_database());
  execute format('grant all on database %I to postgres, dashboard_user', current_database());
  execute format('grant connect on database %I to public', current_database());
end
$owner$;

create schema if not exists extensions;
create schema if not exists auth authorization supabase_auth_admin;
create schema if not exists storage authorization supabase_storage_admin;
create schema if not exists realtime authorization supabase_realtime_admin;
create schema if not exists graphql_public;

create extension if not exists pgcrypto with schema extensions;
create extension if not exists "uuid-ossp" with schema extensions;

-- public: everything made there is reachable through the API; row level security decides about rows.
grant all on schema public to postgres;
grant usage on schema public to anon, authenticated, service_role;
alter default privileges in schema public
  grant all on tables to postgres, anon, authenticated, service_role;
alter default privileges in schema public
  grant all on functions to postgres, anon, authenticated, service_role;
alter default privileges in schema public
  grant all on sequences to postgres, anon, authenticated, service_role;
alter default privileges for role postgres in schema public
  grant all on tables to postgres, anon, authenticated, service_role;
alter default privileges for role postgres in schema public
  grant all on functions to postgres, anon, authenticated, service_role;
alter default privileges for role postgres in schema public
  grant all on sequences to postgres, anon, authenticated, service_role;

grant usage on schema graphql_public to postgres, anon, authenticated, service_role;

-- extensions: callable by everyone, managed by the owner.
grant all on schema extensions to postgres, dashboard_user;
grant usage on schema extensions to anon, authenticated, service_role;
grant usage on schema extensions
  to supabase_auth_admin, supabase_storage_admin, supabase_realtime_admin;
grant all on all routines in schema extensions to postgres with grant option;
alter default privileges in schema extensions grant all on tables to postgres with grant option;
alter default privileges in schema extensions grant all on routines to postgres with grant option;
alter default privileges in schema extensions grant all on sequences to postgres with grant option;

-- The services' schemas: theirs to write, the owner's to manage, their functions everyone's to call.
do $services$
declare
  service constant text[][] := array[
    ['auth', 'supabase_auth_admin'],
    ['storage', 'supabase_storage_admin'],
    ['realtime', 'supabase_realtime_admin']
  ];
  entry text[];
begin
  foreach entry slice 1 in array service loop
    execute format('grant all on schema %I to %I, postgres, dashboard_user', entry[1], entry[2]);
    execute format('grant usage on schema %I to anon, authenticated, service_role', entry[1]);
    execute format(
      'alter default privileges for role %I in schema %I grant all on tables to postgres, dashboard_user',
      entry[2], entry[1]);
    execute format(
      'alter default privileges for role %I in schema %I grant all on sequences to postgres, dashboard_user',
      entry[2], entry[1]);
    execute format(
      'alter default privileges for role %I in schema %I grant all on routines to postgres, dashboard_user',
      entry[2], entry[1]);
  end loop;
end
$services$;

-- Realtime streams the tables of this publication; users add theirs to it.
do $publication$
begin
  if not exists (select from pg_catalog.pg_publication where pubname = 'supabase_realtime') then
    create publication supabase_realtime;
    alter publication supabase_realtime owner to postgres;
  end if;
end
$publication$;
