-- What row changes are checked with. Everything of the project's owner (policies, casts, domain checks) runs in sessions of
-- `authenticator`, which can only become what the Data API can become.

-- Plans one statement over row images. It is planned with the eyes of this function's owner, because a policy may call what lies in a
-- schema that its role cannot look into; it runs, and its permissions are checked, as whoever executes it. The search path stays
-- the caller's: with another one Postgres would plan again. PREPARE runs nothing, and without a semicolon outside of quotes there is one
-- statement.
create or replace function realtime.prepare_images(statement text) returns void
  language plpgsql security definer
as $$
begin
  if pg_catalog.strpos(statement, ';') operator(pg_catalog.>) 0 and (
    -- What could make quotes mean something else.
    statement operator(pg_catalog.~) '[\\$]|/\*|--'
    or pg_catalog.strpos(
      pg_catalog.regexp_replace(statement, '''[^'']*''|"[^"]*"', '', 'g'), ';') operator(pg_catalog.>) 0
  ) then
    raise exception 'a semicolon is not possible here';
  end if;
  if exists (select from pg_catalog.pg_prepared_statements where name operator(pg_catalog.=) 'plinth_images') then
    deallocate plinth_images;
  end if;
  execute pg_catalog.format('prepare plinth_images as %s', statement);
end
$$;

-- The search path without what a role cannot look into: Postgres leaves that out by itself, and would plan again for that.
create or replace function realtime.usable_search_path(as_role text) returns text
  language sql
as $$
  select coalesce(pg_catalog.string_agg(pg_catalog.quote_ident(n.nspname), ', ' order by wanted.place), '')
  from pg_catalog.unnest(pg_catalog.string_to_array(
    pg_catalog.replace(pg_catalog.current_setting('search_path'), '"', ''), ', ')) with ordinality as wanted(name, place)
  join pg_catalog.pg_namespace n on n.nspname operator(pg_catalog.=) wanted.name
  join pg_catalog.pg_roles r on r.rolname operator(pg_catalog.=)
    case as_role when 'none' then session_user else as_role end
  where pg_catalog.has_schema_privilege(r.oid, n.oid, 'USAGE')
$$;

-- Runs a statement over row images once, as a role; `statement` reads the settings plinth.images and plinth.arguments and gives one text.
create or replace function realtime.query_images(statement text, images text, arguments text, as_role text) returns text
  language plpgsql
as $$
declare
  result text;
begin
  perform pg_catalog.set_config('search_path', realtime.usable_search_path(as_role), true);
  perform realtime.prepare_images(statement);
  perform
    pg_catalog.set_config('plinth.images', images, true),
    pg_catalog.set_config('plinth.arguments', arguments, true),
    pg_catalog.set_config('role', as_role, true);
  execute 'execute plinth_images' into result;
  return result;
end
$$;

-- Runs a statement over row images for one identity after another, with its role and claims. An identity whose policy raises is asked
-- again for each image alone. `wanted` has the numbers of its images, from 1; {} stands for all. One that takes too long ends the call: what it was not asked is asked in a later call.
create or replace function realtime.visible_images(statement text, images text, as_role text, claims text[], wanted text[])
  returns table (identity int, seen text, problem text)
  language plpgsql
as $$
declare
  image text;
  found text;
  numbers text[];
begin
  perform pg_catalog.set_config('search_path', realtime.usable_search_path(as_role), true);
  perform realtime.prepare_images(statement);
  perform pg_catalog.set_config('plinth.images', images, true);
  for n in 1 .. pg_catalog.cardinality(claims) loop
    identity := n;
    seen := '{}';
    problem := null;
    begin
      perform
        pg_catalog.set_config('role', as_role, true),
        pg_catalog.set_config('request.jwt.claims', claims[n], true),
        pg_catalog.set_config('plinth.wanted', wanted[n], true);
      execute 'execute plinth_images' into seen;
    exception
      when query_canceled then
        problem := sqlstate;
        return next;
        return;
      when others then
        problem := sqlstate;
    end;
    numbers := wanted[n]::text[];
    if problem is not null and numbers operator(pg_catalog.=) '{}' then
      select pg_catalog.array_agg(each::text) into numbers
      from pg_catalog.generate_series(1, pg_catalog.json_array_length(images::json)) as each;
    end if;
    if problem is not null and pg_catalog.cardinality(numbers) operator(pg_catalog.>) 1 then
      seen := '';
      foreach image in array numbers loop
        begin
          perform
            pg_catalog.set_config('role', as_role, true),
            pg_catalog.set_config('request.jwt.claims', claims[n], true),
            pg_catalog.set_config('plinth.wanted', '{' || image || '}', true);
          execute 'execute plinth_images' into found;
          if found operator(pg_catalog.<>) '{}' then
            seen := seen || ',' || image;
          end if;
        exception
          when query_canceled then
            problem := sqlstate;
            seen := '{' || pg_catalog.ltrim(seen, ',') || '}';
            return next;
            return;
          when others then
            null;
        end;
      end loop;
      seen := '{' || pg_catalog.ltrim(seen, ',') || '}';
    end if;
    return next;
  end loop;
end
$$;

revoke all on function realtime.prepare_images(text) from public;
revoke all on function realtime.usable_search_path(text) from public;
revoke all on function realtime.query_images(text, text, text, text) from public;
revoke all on function realtime.visible_images(text, text, text, text[], text[]) from public;
grant execute on function realtime.prepare_images(text) to authenticator;
grant execute on function realtime.usable_search_path(text) to authenticator;
grant execute on function realtime.query_images(text, text, text, text) to authenticator;
grant execute on function realtime.visible_images(text, text, text, text[], text[]) to authenticator;
grant usage on schema realtime to authenticator;

-- Subscribers that may come back: who is connected has no position and stands where its node stands.
create table if not exists realtime.feed_nodes (
  -- One life of a server; `place` is the same in the next one.
  node uuid primary key,
  place text not null,
  position pg_lsn not null,
  seen_at timestamptz not null default now(),
  is_over boolean not null default false
);
create table if not exists realtime.feed_positions (
  at timestamptz not null default now(),
  position pg_lsn not null
);
create index if not exists feed_positions_at on realtime.feed_positions (at);
create table if not exists realtime.feed_subscribers (
  id uuid primary key,
  name bytea not null,
  node uuid not null,
  position pg_lsn,
  ended_at timestamptz
);
create index if not exists feed_subscribers_name on realtime.feed_subscribers (name);
alter table realtime.feed_nodes enable row level security;
alter table realtime.feed_positions enable row level security;
alter table realtime.feed_subscribers enable row level security;
revoke all on realtime.feed_nodes, realtime.feed_positions, realtime.feed_subscribers from anon, authenticated, service_role;
