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

-- Columns that a role reads: tried one by one.
create function leak_oracle.readable(entity regclass, reader text) returns text[]
language plpgsql as $$
declare
  candidate name;
  readable text[] := '{}';
begin
  for candidate in
    select attname from pg_attribute where attrelid = entity and attnum > 0 and not attisdropped
  loop
    begin
      perform set_config('role', reader, true);
      execute format('select %I from %s limit 0', candidate, entity);
      readable := readable || candidate::text;
    exception when insufficient_privilege then
      null;
    end;
  end loop;
  perform set_config('role', 'none', true);
  return readable;
end $$;
