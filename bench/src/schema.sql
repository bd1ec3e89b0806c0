create table projects (
  id bigint generated always as identity primary key,
  owner_id uuid not null default auth.uid(),
  name text not null
);
create table tasks (
  id bigint generated always as identity primary key,
  project_id bigint not null references projects,
  owner_id uuid not null default auth.uid(),
  title text not null,
  done boolean not null default false,
  position integer not null,
  created_at timestamptz not null default now()
);
create index on tasks (project_id, position);
create table events (
  id bigint generated always as identity primary key,
  project_id bigint not null,
  owner_id uuid not null default auth.uid(),
  kind text not null,
  detail text,
  at timestamptz not null default now()
);
alter table projects enable row level security;
alter table tasks enable row level security;
alter table events enable row level security;
create policy own on projects to authenticated
  using (owner_id = (select auth.uid())) with check (owner_id = (select auth.uid()));
create policy own on tasks to authenticated
  using (owner_id = (select auth.uid())) with check (owner_id = (select auth.uid()));
create policy own on events to authenticated
  using (owner_id = (select auth.uid())) with check (owner_id = (select auth.uid()));
