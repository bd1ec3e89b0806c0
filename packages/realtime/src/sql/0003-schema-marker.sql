-- DDL leaves a mark in the log, in commit order with the rows around it, so that what was learnt of tables, policies and grants is
-- given up exactly where it stops being true; who does not read the log is notified.
create or replace function realtime.mark_schema_change() returns event_trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  if tg_event = 'sql_drop' then
    if not exists (
      select from pg_catalog.pg_event_trigger_dropped_objects() as dropped where not dropped.is_temporary
    ) then
      return;
    end if;
  elsif not exists (
    select from pg_catalog.pg_event_trigger_ddl_commands() as command
    where command.schema_name is distinct from 'pg_temp'
  ) then
    return;
  end if;
  perform pg_catalog.pg_logical_emit_message(true, 'plinth_schema', '');
  notify plinth_realtime;
end
$$;
revoke all on function realtime.mark_schema_change() from public;

do $triggers$
begin
  if not exists (select from pg_catalog.pg_event_trigger where evtname = 'plinth_realtime_ddl_watch') then
    create event trigger plinth_realtime_ddl_watch on ddl_command_end
      execute function realtime.mark_schema_change();
  end if;
  if not exists (select from pg_catalog.pg_event_trigger where evtname = 'plinth_realtime_drop_watch') then
    create event trigger plinth_realtime_drop_watch on sql_drop
      execute function realtime.mark_schema_change();
  end if;
exception
  when insufficient_privilege then
    raise warning 'only a superuser can create event triggers: Realtime learns of changed policies and tables late';
end
$triggers$;
