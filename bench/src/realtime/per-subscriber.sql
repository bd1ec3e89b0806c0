-- Visibility of a change decided for one subscriber after the other, each by a query of the table under her role and
-- claims: the way of the service that Plinth replaces. Only the decision is made; payloads, filters and delivery are left out in its favour.
create schema per_subscriber;
create table per_subscriber.subscriptions (
  id bigint generated always as identity primary key,
  entity regclass not null,
  claims jsonb not null
);
create index on per_subscriber.subscriptions (entity);

create function per_subscriber.visible_to(changed_table regclass, changed_id bigint) returns bigint[]
language plpgsql as $$
declare
  subscriber record;
  sees boolean;
  seeing bigint[] := '{}';
begin
  if exists (select from pg_prepared_statements where name = 'per_subscriber_check') then
    deallocate per_subscriber_check;
  end if;
  execute format(
    'prepare per_subscriber_check as select exists (select 1 from %s where id = %L)', changed_table, changed_id
  );
  for subscriber in
    select id, claims from per_subscriber.subscriptions where entity = changed_table
  loop
    perform
      set_config('role', subscriber.claims ->> 'role', true),
      set_config('request.jwt.claims', subscriber.claims::text, true);
    execute 'execute per_subscriber_check' into sees;
    if sees then
      seeing := seeing || subscriber.id;
    end if;
  end loop;
  perform set_config('role', 'none', true);
  return seeing;
end $$;
