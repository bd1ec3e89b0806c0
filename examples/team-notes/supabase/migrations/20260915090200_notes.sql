-- Notes. Everybody in a notebook reads them; its owner and editors write them.

create table public.notes (
  id uuid primary key default gen_random_uuid(),
  notebook_id uuid not null references public.notebooks (id) on delete cascade,
  author_id uuid default auth.uid() references public.profiles (id) on delete set null,
  title text not null default '' check (char_length(title) <= 200),
  body text not null default '' check (char_length(body) <= 100000),
  -- What lists show, so that they need not load whole notes.
  excerpt text generated always as (left(body, 240)) stored,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

-- The two orders in which the app pages through notes: one notebook, and all of them.
create index notes_notebook_id_updated_at_idx
  on public.notes (notebook_id, updated_at desc, id desc);
create index notes_updated_at_idx on public.notes (updated_at desc, id desc);
create index notes_author_id_idx on public.notes (author_id);

alter table public.notes enable row level security;

-- A note stays in its notebook and keeps its author.
revoke all on public.notes from anon, authenticated;
grant select, delete, insert (id, notebook_id, title, body), update (title, body)
  on public.notes to authenticated;

create policy "Members can read notes"
  on public.notes for select
  to authenticated
  using (notebook_id in (select private.notebooks_as('owner', 'editor', 'viewer')));

create policy "Owners and editors can add notes"
  on public.notes for insert
  to authenticated
  with check (
    author_id = (select auth.uid())
    and notebook_id in (select private.notebooks_as('owner', 'editor'))
  );

create policy "Owners and editors can change notes"
  on public.notes for update
  to authenticated
  using (notebook_id in (select private.notebooks_as('owner', 'editor')))
  with check (notebook_id in (select private.notebooks_as('owner', 'editor')));

create policy "Owners and editors can delete notes"
  on public.notes for delete
  to authenticated
  using (notebook_id in (select private.notebooks_as('owner', 'editor')));

create trigger set_notes_updated_at
  before update on public.notes
  for each row
  when (old.title is distinct from new.title or old.body is distinct from new.body)
  execute function private.set_updated_at();
