-- Postgres itself says who may see what: asked as each person, inside the transaction of the change.
create schema leak_oracle;

create table leak_oracle.people (number integer primary key, role text not null, claims text not null);

-- Numbers of the people who see a row now; a query that fails shows nothing.
create function leak_oracle.seen_by(entity regclass, wanted bigint) returns integer[]
language plpgsql as $$
declare
  person record;
  sees boolean;
  seeing integer[] := '{}';
begin
  for person in select number, role, claims from leak_oracle.people order by number loop
    begin
      perform
        set_config('role', person.role, true), set_config('request.jwt.claims', person.claims, true);
      execute format('select exists (select from %s where id = %L)', entity, wanted) into sees;
    exception when others then
      sees := false;
    end;
    if sees then
      seeing := seeing || person.number;
    end if;
  end loop;
  perform set_config('role', 'none', true), set_config('request.jwt.claims', '', true);
  return seeing;
end $$;

-- Columns that a role may read.
create function leak_oracle.readable(entity regclass, reader text) returns text[]
language sql as $$
  select coalesce(array_agg(attname::text), '{}')
  from pg_attribute
  where attrelid = entity and attnum > 0 and not attisdropped and has_column_privilege(reader, entity, attname, 'select')
$$;

-- Whether any policy could let a role see a row.
create function leak_oracle.has_policy(entity regclass, reader text) returns boolean
language sql as $$
  select exists (
    select from pg_policy, unnest(polroles) as granted (role)
    where polrelid = entity and polpermissive and polcmd in ('r', '*')
      and (role = 0 or pg_has_role(reader, role, 'usage'))
  )
$$;
