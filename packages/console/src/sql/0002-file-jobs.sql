-- Deleting and moving many files: how far each job is, so that it goes on after the server was stopped or killed.
create table if not exists console.file_jobs (
  id uuid primary key default gen_random_uuid(),
  project_ref text not null,
  -- No foreign key: that the member is gone is found out before the job goes on.
  member_id uuid not null,
  member_email text not null,
  bucket text not null,
  -- Null: the files are deleted.
  target text,
  -- [{ from, to }]; emptied where nothing is left to do. json, as names may hold what jsonb refuses.
  names json not null,
  first_name json not null,
  name_count integer not null,
  state text not null
    check (state in ('listing', 'running', 'done', 'stopped', 'failed', 'interrupted')),
  total integer not null default 0,
  done integer not null default 0,
  failed integer not null default 0,
  failures json not null default '[]',
  -- Where it goes on; null before it has counted.
  position json,
  error json,
  -- Starts of the server since it last got on.
  interruptions integer not null default 0,
  started_at timestamptz not null,
  updated_at timestamptz not null,
  ended_at timestamptz
);
create index if not exists file_jobs_project on console.file_jobs (project_ref, started_at desc);

alter table console.file_jobs enable row level security;
grant select, insert, update, delete on console.file_jobs to postgres;
