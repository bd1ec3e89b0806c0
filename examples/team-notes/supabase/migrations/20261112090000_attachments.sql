-- Files of notes. The bytes are in the bucket `attachments`, at <notebook>/<note>/<attachment>; what
-- people call a file is in the table, so that a name may be written in any script.

-- The application knows both limits too (src/features/attachments/limits.ts). Neither HTML nor SVG is
-- among the types: what one member uploads should not run scripts at another.
insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values (
  'attachments', 'attachments', false, 10 * 1024 * 1024,
  array[
    'image/png', 'image/jpeg', 'image/webp', 'image/gif',
    'application/pdf', 'text/plain', 'text/markdown', 'text/csv', 'application/zip',
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    'application/vnd.openxmlformats-officedocument.presentationml.presentation',
    'application/vnd.oasis.opendocument.text',
    'application/vnd.oasis.opendocument.spreadsheet'
  ]
);

-- Objects -------------------------------------------------------------------------------------
-- A file never changes its place or its bytes: there is no policy for update.

-- The note of an object, by its name; null where the name is not one that the app gives.
create function private.note_of_object(name text)
returns uuid
language sql
immutable
set search_path = ''
as $$
  select case
    when name ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}){2}$'
    then split_part(name, '/', 2)::uuid
  end;
$$;

create policy "Members can read the files of their notebooks"
  on storage.objects for select
  to authenticated
  using (
    bucket_id = 'attachments'
    and (storage.foldername(name))[1] in (
      select notebook::text from private.notebooks_as('owner', 'editor', 'viewer') as notebook
    )
  );

create policy "Owners and editors can add files to their notes"
  on storage.objects for insert
  to authenticated
  with check (
    bucket_id = 'attachments'
    and exists (
      select from public.notes
      where notes.id = private.note_of_object(objects.name)
        and notes.notebook_id::text = (storage.foldername(objects.name))[1]
        and notes.notebook_id in (select private.notebooks_as('owner', 'editor'))
    )
  );

create policy "Owners and editors can remove the files of their notebooks"
  on storage.objects for delete
  to authenticated
  using (
    bucket_id = 'attachments'
    and (storage.foldername(name))[1] in (
      select notebook::text from private.notebooks_as('owner', 'editor') as notebook
    )
  );

-- Attachments ---------------------------------------------------------------------------------

alter table public.notes add constraint notes_id_notebook_id_key unique (id, notebook_id);

create table public.attachments (
  id uuid primary key default gen_random_uuid(),
  notebook_id uuid not null,
  note_id uuid not null,
  uploader_id uuid default auth.uid() references public.profiles (id) on delete set null,
  name text not null check (char_length(name) between 1 and 200),
  -- Where the file is, and what the Storage API found it to be: a trigger fills these in.
  path text not null default '' unique,
  type text not null default '',
  size bigint not null default 0,
  created_at timestamptz not null default now(),
  foreign key (note_id, notebook_id) references public.notes (id, notebook_id) on delete cascade
);

create index attachments_note_id_created_at_idx on public.attachments (note_id, created_at, id);
create index attachments_notebook_id_idx on public.attachments (notebook_id);
create index attachments_uploader_id_idx on public.attachments (uploader_id);

alter table public.attachments enable row level security;

revoke all on public.attachments from anon, authenticated;
grant select, delete, insert (id, notebook_id, note_id, name) on public.attachments to authenticated;

create policy "Members can see attachments"
  on public.attachments for select
  to authenticated
  using (notebook_id in (select private.notebooks_as('owner', 'editor', 'viewer')));

create policy "Owners and editors can attach"
  on public.attachments for insert
  to authenticated
  with check (
    uploader_id = (select auth.uid())
    and notebook_id in (select private.notebooks_as('owner', 'editor'))
  );

create policy "Owners and editors can remove attachments"
  on public.attachments for delete
  to authenticated
  using (notebook_id in (select private.notebooks_as('owner', 'editor')));

-- An attachment is added once its file is there: type and size are those of the file.
create function private.describe_attachment()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  new.path := concat_ws('/', new.notebook_id, new.note_id, new.id);
  select metadata ->> 'mimetype', (metadata ->> 'size')::bigint
  into new.type, new.size
  from storage.objects
  where bucket_id = 'attachments' and name = new.path;
  if not found then
    raise exception 'The file of % has not been uploaded', new.name using errcode = '23503';
  end if;
  return new;
end;
$$;

create trigger describe_attachment
  before insert on public.attachments
  for each row execute function private.describe_attachment();

-- Clearing up ---------------------------------------------------------------------------------
-- The app removes files through the Storage API before it deletes their note. These two are for what
-- goes by another way: a row deleted in SQL, an account that is closed, a tab closed while uploading.

create function private.remove_files_of_attachments()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  -- The Storage API keeps its tables from a DELETE that nobody meant.
  perform set_config('storage.allow_delete_query', 'true', true);
  delete from storage.objects
  where bucket_id = 'attachments' and name in (select path from gone);
  return null;
end;
$$;

create trigger remove_files_of_attachments
  after delete on public.attachments
  referencing old table as gone
  for each statement execute function private.remove_files_of_attachments();

-- Removes files that have had no attachment for a day, and returns how many. For whoever runs the
-- server, now and then: `select private.sweep_attachments()`.
create function private.sweep_attachments()
returns bigint
language plpgsql
set search_path = ''
as $$
declare
  swept bigint;
begin
  perform set_config('storage.allow_delete_query', 'true', true);
  delete from storage.objects
  where bucket_id = 'attachments'
    and created_at < now() - interval '1 day'
    and not exists (select from public.attachments where attachments.path = objects.name);
  get diagnostics swept = row_count;
  return swept;
end;
$$;

revoke execute on function private.sweep_attachments from public;
