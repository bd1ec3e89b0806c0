-- Publications of every ordinary table, kept true by an event trigger in the transaction of the DDL itself: a table
-- that can no longer identify its rows must not publish updates and deletes for a moment, because Postgres would
-- refuse them.
create table if not exists plinth.realtime_published (
  schemas text[] not null,
  -- What these have is left alone: one table in two publications with different columns stops the stream.
  publications text[] not null
);

do $publications$
begin
  if not exists (select from pg_catalog.pg_publication where pubname = 'plinth_realtime_all') then
    create publication plinth_realtime_all;
  end if;
  if not exists (select from pg_catalog.pg_publication where pubname = 'plinth_realtime_inserts') then
    create publication plinth_realtime_inserts with (publish = 'insert');
  end if;
end
$publications$;

create or replace function plinth.publish_all_tables() returns void
  language plpgsql security definer
  set search_path = pg_catalog, pg_temp
  set lock_timeout = '2s'
as $$
declare
  step record;
begin
  for step in
    with settings as (
      select schemas, publications from plinth.realtime_published limit 1
    ),
    wanted as (
      select c.oid, case when (
          c.relreplident = 'f'
          or exists (
            select from pg_index as i
            where i.indrelid = c.oid and i.indisvalid and i.indimmediate
              and ((c.relreplident = 'd' and i.indisprimary) or (c.relreplident = 'i' and i.indisreplident))
          )
        ) then 'plinth_realtime_all' else 'plinth_realtime_inserts' end as publication
      from pg_class as c
        join pg_namespace as n on n.oid = c.relnamespace
        cross join settings
      where c.relkind = 'r' and c.relpersistence = 'p' and n.nspname = any(settings.schemas)
        and not exists (
          select from pg_depend as d
          where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e'
        )
        and not exists (
          select from pg_publication_tables as t
          where t.pubname = any(settings.publications) and t.schemaname = n.nspname and t.tablename = c.relname
        )
    ),
    present as (
      select r.prrelid as oid, p.pubname::text as publication
      from pg_publication_rel as r join pg_publication as p on p.oid = r.prpubid
      where p.pubname in ('plinth_realtime_all', 'plinth_realtime_inserts')
    ),
    steps as (
      select 'drop' as verb, * from (select * from present except select * from wanted) as gone
      union all
      select 'add' as verb, * from (select * from wanted except select * from present) as new
    )
    select verb, publication, oid::regclass::text as name from steps order by verb desc
  loop
    begin
      execute format('alter publication %I %s table %s', step.publication, step.verb, step.name);
    exception when others then
      raise warning 'realtime cannot % table % %: %',
        step.verb, step.name, case step.verb when 'add' then 'to its publication' else 'from it' end, sqlerrm;
    end;
  end loop;
end
$$;

revoke all on function plinth.publish_all_tables() from public;

create or replace function plinth.publish_all_tables_after_ddl() returns event_trigger
  language plpgsql security definer
  set search_path = pg_catalog, pg_temp
as $$
begin
  perform plinth.publish_all_tables();
end
$$;

do $trigger$
begin
  if not exists (select from pg_catalog.pg_event_trigger where evtname = 'plinth_publish_all_tables') then
    create event trigger plinth_publish_all_tables on ddl_command_end
      when tag in (
        'CREATE TABLE', 'CREATE TABLE AS', 'SELECT INTO', 'ALTER TABLE', 'DROP INDEX', 'DROP TABLE',
        'CREATE PUBLICATION', 'ALTER PUBLICATION', 'DROP PUBLICATION', 'CREATE SCHEMA', 'ALTER SCHEMA'
      )
      execute function plinth.publish_all_tables_after_ddl();
    -- Restores run with session_replication_role = replica, which other triggers sleep through.
    alter event trigger plinth_publish_all_tables enable always;
  end if;
end
$trigger$;
