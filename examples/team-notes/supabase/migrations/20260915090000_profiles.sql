-- People, as their team sees them. One row for each user, made when the user signs up.

-- Functions that only policies and triggers use. The API does not serve this schema.
create schema private;
revoke all on schema private from public;
grant usage on schema private to authenticated;

create table public.profiles (
  id uuid primary key references auth.users (id) on delete cascade,
  full_name text not null check (char_length(full_name) between 1 and 80),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

alter table public.profiles enable row level security;

-- Nothing in this app is for people who are not signed in.
revoke all on public.profiles from anon, authenticated;
grant select, update (full_name) on public.profiles to authenticated;

create policy "Users can change their own profile"
  on public.profiles for update
  to authenticated
  using (id = (select auth.uid()))
  with check (id = (select auth.uid()));

create function private.set_updated_at()
returns trigger
language plpgsql
set search_path = ''
as $$
begin
  new.updated_at := now();
  return new;
end;
$$;

create trigger set_profiles_updated_at
  before update on public.profiles
  for each row execute function private.set_updated_at();

-- The name that a user goes by: the one given at sign-up, or else the start of the address.
create function private.display_name(metadata jsonb, email text)
returns text
language sql
immutable
set search_path = ''
as $$
  select left(
    coalesce(
      nullif(btrim(metadata ->> 'full_name'), ''),
      nullif(split_part(email, '@', 1), ''),
      'Somebody'
    ),
    80
  );
$$;

create function private.handle_new_user()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  insert into public.profiles (id, full_name)
  values (new.id, private.display_name(new.raw_user_meta_data, new.email));
  return new;
end;
$$;

create trigger on_auth_user_created
  after insert on auth.users
  for each row execute function private.handle_new_user();

-- Users who were there before this migration.
insert into public.profiles (id, full_name)
select id, private.display_name(raw_user_meta_data, email)
from auth.users
on conflict (id) do nothing;
