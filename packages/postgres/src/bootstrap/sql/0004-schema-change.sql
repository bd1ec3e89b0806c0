-- DDL tells every server that its picture of the schema is old. Listeners drop duplicates; a transaction
-- sends the same notification once.
create or replace function extensions.notify_schema_change() returns event_trigger
  language plpgsql
as $$
begin
  if tg_event = 'sql_drop' then
    if not exists (
      select from pg_catalog.pg_event_trigger_dropped_objects() as dropped
      where not dropped.is_temporary
        and dropped.object_type not in ('index', 'default value', 'table constraint')
    ) then
      return;
    end if;
  elsif not exists (
    select from pg_catalog.pg_event_trigger_ddl_commands() as command
    where command.schema_name is distinct from 'pg_temp'
  ) then
    return;
  end if;
  notify pgrst, 'reload schema';
end
$$;

do $triggers$
begin
  if not exists (select from pg_catalog.pg_event_trigger where evtname = 'pgrst_ddl_watch') then
    create event trigger pgrst_ddl_watch on ddl_command_end
      when tag in (
        'CREATE SCHEMA', 'ALTER SCHEMA', 'CREATE TABLE', 'CREATE TABLE AS', 'SELECT INTO', 'ALTER TABLE',
        'CREATE FOREIGN TABLE', 'ALTER FOREIGN TABLE', 'CREATE VIEW', 'ALTER VIEW',
        'CREATE MATERIALIZED VIEW', 'ALTER MATERIALIZED VIEW', 'CREATE FUNCTION', 'ALTER FUNCTION',
        'CREATE PROCEDURE', 'CREATE AGGREGATE', 'CREATE TRIGGER', 'CREATE TYPE', 'ALTER TYPE',
        'CREATE DOMAIN', 'ALTER DOMAIN', 'CREATE CAST', 'CREATE RULE', 'COMMENT', 'GRANT', 'REVOKE',
        'CREATE EXTENSION', 'CREATE INDEX'
      )
      execute function extensions.notify_schema_change();
  end if;
  if not exists (select from pg_catalog.pg_event_trigger where evtname = 'pgrst_drop_watch') then
    create event trigger pgrst_drop_watch on sql_drop
      execute function extensions.notify_schema_change();
  end if;
exception
  when insufficient_privilege then
    raise warning 'only a superuser can create event triggers: run NOTIFY pgrst after changing the schema';
end
$triggers$;
