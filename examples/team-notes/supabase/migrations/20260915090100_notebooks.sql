-- Notebooks and who may do what in them.

create type public.notebook_role as enum ('owner', 'editor', 'viewer');
create type public.notebook_color as enum ('marigold', 'coral', 'plum', 'moss', 'lagoon', 'slate');

create table public.notebooks (
  id uuid primary key default gen_random_uuid(),
  name text not null check (char_length(btrim(name)) between 1 and 60),
  color public.notebook_color not null default 'marigold',
  owner_id uuid not null default auth.uid() references auth.users (id) on delete cascade,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create index notebooks_owner_id_idx on public.notebooks (owner_id);

create table public.notebook_members (
  notebook_id uuid not null references public.notebooks (id) on delete cascade,
  user_id uuid not null references public.profiles (id) on delete cascade,
  role public.notebook_role not null,
  created_at timestamptz not null default now(),
  primary key (notebook_id, user_id)
);

create index notebook_members_user_id_idx on public.notebook_members (user_id);
create unique index notebook_members_one_owner_idx
  on public.notebook_members (notebook_id) where role = 'owner';

alter table public.notebooks enable row level security;
alter table public.notebook_members enable row level security;

revoke all on public.notebooks, public.notebook_members from anon, authenticated;
grant select, delete, insert (name, color), update (name, color) on public.notebooks to authenticated;
grant select, delete, update (role) on public.notebook_members to authenticated;

-- Helpers -------------------------------------------------------------------------------------

-- Notebooks in which the caller has one of the roles. Policies ask it as `in (select …)`, so that it
-- runs once for a query and not once for each row; as its owner, so that the policies of
-- notebook_members do not ask themselves.
create function private.notebooks_as(variadic roles public.notebook_role[])
returns setof uuid
language sql
stable
security definer
set search_path = ''
as $$
  select notebook_id
  from public.notebook_members
  where user_id = (select auth.uid()) and role = any (roles);
$$;

-- People who share a notebook with the caller.
create function private.teammates()
returns setof uuid
language sql
stable
security definer
set search_path = ''
as $$
  select theirs.user_id
  from public.notebook_members mine
  join public.notebook_members theirs using (notebook_id)
  where mine.user_id = (select auth.uid());
$$;

revoke execute on function private.notebooks_as, private.teammates from public;
grant execute on function private.notebooks_as, private.teammates to authenticated;

-- Profiles ------------------------------------------------------------------------------------

create policy "Users can see themselves and their teammates"
  on public.profiles for select
  to authenticated
  using (id = (select auth.uid()) or id in (select private.teammates()));

-- Notebooks -----------------------------------------------------------------------------------

-- The first half lets an owner read back a notebook in the statement that makes it, when the
-- membership is not there yet.
create policy "Members can see their notebooks"
  on public.notebooks for select
  to authenticated
  using (
    owner_id = (select auth.uid())
    or id in (select private.notebooks_as('owner', 'editor', 'viewer'))
  );

create policy "Users can create notebooks of their own"
  on public.notebooks for insert
  to authenticated
  with check (owner_id = (select auth.uid()));

create policy "Owners can change their notebooks"
  on public.notebooks for update
  to authenticated
  using (owner_id = (select auth.uid()))
  with check (owner_id = (select auth.uid()));

create policy "Owners can delete their notebooks"
  on public.notebooks for delete
  to authenticated
  using (owner_id = (select auth.uid()));

create trigger set_notebooks_updated_at
  before update on public.notebooks
  for each row execute function private.set_updated_at();

create function private.add_owner_as_member()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  insert into public.notebook_members (notebook_id, user_id, role)
  values (new.id, new.owner_id, 'owner');
  return new;
end;
$$;

create trigger on_notebook_created
  after insert on public.notebooks
  for each row execute function private.add_owner_as_member();

-- Members -------------------------------------------------------------------------------------
-- There is no policy for insert: invite_member() below is the only way in.

create policy "Members can see who else is in their notebooks"
  on public.notebook_members for select
  to authenticated
  using (notebook_id in (select private.notebooks_as('owner', 'editor', 'viewer')));

create policy "Owners can change the roles of others"
  on public.notebook_members for update
  to authenticated
  using (role <> 'owner' and notebook_id in (select private.notebooks_as('owner')))
  with check (role <> 'owner' and notebook_id in (select private.notebooks_as('owner')));

create policy "Owners can remove others, and members can leave"
  on public.notebook_members for delete
  to authenticated
  using (
    role <> 'owner'
    and (
      user_id = (select auth.uid())
      or notebook_id in (select private.notebooks_as('owner'))
    )
  );

-- Adds the user with an address to a notebook of the caller.
create function public.invite_member(
  notebook_id uuid,
  email text,
  role public.notebook_role default 'viewer'
)
returns public.notebook_members
language plpgsql
security definer
set search_path = ''
as $$
declare
  invited uuid;
  member public.notebook_members;
begin
  if not exists (
    select from private.notebooks_as('owner') as own (id) where own.id = invite_member.notebook_id
  ) then
    raise exception 'Only the owner can invite people to a notebook' using errcode = '42501';
  end if;
  if invite_member.role = 'owner' then
    raise exception 'A notebook has one owner';
  end if;

  select users.id into invited
  from auth.users
  where lower(users.email) = lower(btrim(invite_member.email));
  if invited is null then
    raise exception 'Nobody has signed up as % yet', btrim(invite_member.email)
      using hint = 'Ask them to sign up first, then invite them again.';
  end if;

  insert into public.notebook_members (notebook_id, user_id, role)
  values (invite_member.notebook_id, invited, invite_member.role)
  on conflict do nothing
  returning * into member;
  if member.user_id is null then
    raise exception '% is in this notebook already', btrim(invite_member.email);
  end if;
  return member;
end;
$$;

revoke execute on function public.invite_member from public, anon;
grant execute on function public.invite_member to authenticated;
