-- Who works in Studio, what they may do, and what they did. Only the console's login role reaches these tables.
create schema if not exists console;
revoke all on schema console from public;
grant usage on schema console to postgres;

-- A member signs in with an account of the control project: its id is the account's.
create table if not exists console.members (
  id uuid primary key references auth.users (id) on delete cascade,
  email text not null,
  name text not null,
  -- On this server; owner and admin hold it in every project.
  role text not null check (role in ('owner', 'admin', 'developer', 'viewer')),
  created_at timestamptz not null default now()
);

-- One owner account is made at the first start; more come from owners, never from set-up.
create table if not exists console.project_roles (
  member_id uuid not null references console.members (id) on delete cascade,
  project_ref text not null,
  role text not null check (role in ('owner', 'admin', 'developer', 'viewer')),
  granted_at timestamptz not null default now(),
  primary key (member_id, project_ref)
);

-- What was done. No foreign keys: an entry outlives member and project.
create table if not exists console.audit_log (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  member_id uuid,
  member_email text,
  project_ref text,
  action text not null,
  target text,
  details jsonb not null default '{}',
  request_id text,
  address text
);
create index if not exists audit_log_at on console.audit_log (at desc);
create index if not exists audit_log_project on console.audit_log (project_ref, at desc);

create or replace function console.refuse_change() returns trigger
  language plpgsql
  set search_path = ''
as $$
begin
  raise exception 'the audit log is only ever added to' using errcode = 'insufficient_privilege';
end
$$;

create or replace trigger append_only before update or delete or truncate on console.audit_log
  for each statement execute function console.refuse_change();

alter table console.members enable row level security;
alter table console.project_roles enable row level security;
alter table console.audit_log enable row level security;

grant select, insert, update, delete on console.members, console.project_roles to postgres;
grant select, insert on console.audit_log to postgres;
