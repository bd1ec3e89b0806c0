-- What everybody should know. Whoever runs the server writes them, in Studio; the app shows the latest.

create table public.announcements (
  id uuid primary key default gen_random_uuid(),
  created_at timestamptz not null default now(),
  message text not null
);

alter table public.announcements enable row level security;

revoke all on public.announcements from anon, authenticated;
grant select on public.announcements to authenticated;

create policy "Everybody who is signed in reads announcements"
  on public.announcements for select
  to authenticated
  using (true);
