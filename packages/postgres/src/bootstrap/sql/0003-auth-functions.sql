-- What policies ask about the caller. `request.jwt.claim.*` is how older PostgREST versions passed
-- single claims; code that sets it by hand is still in use.
create or replace function auth.jwt() returns jsonb
  language sql stable
as $$
  select coalesce(
    nullif(pg_catalog.current_setting('request.jwt.claim', true), ''),
    nullif(pg_catalog.current_setting('request.jwt.claims', true), '')
  )::pg_catalog.jsonb
$$;

create or replace function auth.uid() returns uuid
  language sql stable
as $$
  select coalesce(
    nullif(pg_catalog.current_setting('request.jwt.claim.sub', true), ''),
    nullif(pg_catalog.current_setting('request.jwt.claims', true), '')::pg_catalog.jsonb ->> 'sub'
  )::pg_catalog.uuid
$$;

create or replace function auth.role() returns text
  language sql stable
as $$
  select coalesce(
    nullif(pg_catalog.current_setting('request.jwt.claim.role', true), ''),
    nullif(pg_catalog.current_setting('request.jwt.claims', true), '')::pg_catalog.jsonb ->> 'role'
  )::pg_catalog.text
$$;

create or replace function auth.email() returns text
  language sql stable
as $$
  select coalesce(
    nullif(pg_catalog.current_setting('request.jwt.claim.email', true), ''),
    nullif(pg_catalog.current_setting('request.jwt.claims', true), '')::pg_catalog.jsonb ->> 'email'
  )::pg_catalog.text
$$;

alter function auth.jwt() owner to supabase_auth_admin;
alter function auth.uid() owner to supabase_auth_admin;
alter function auth.role() owner to supabase_auth_admin;
alter function auth.email() owner to supabase_auth_admin;

comment on function auth.uid() is 'The signed-in user''s id; null without a session.';
comment on function auth.jwt() is 'All claims of the caller''s token.';
comment on function auth.role() is 'Role of the caller: anon, authenticated, service_role…';
comment on function auth.email() is 'The signed-in user''s e-mail address.';
