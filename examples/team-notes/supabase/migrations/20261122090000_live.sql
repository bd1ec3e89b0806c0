-- What others do shows at once: changes of rows, and who is where.

-- Who may read a row is told when it changes. Of a row that is deleted there is nothing to read any more: with its
-- whole old content in the log, the policies of its table decide about that too.
alter table public.notes replica identity full;
alter table public.attachments replica identity full;

alter publication supabase_realtime
  add table public.notes, public.notebooks, public.notebook_members, public.attachments;

-- The channel `notebook:<id>` is private to the notebook: there people see who else is in it, and who is writing.

-- The notebook that a channel belongs to; null for every other channel.
create function private.notebook_of_topic()
returns uuid
language sql
stable
set search_path = ''
as $$
  select substring(realtime.topic() from '^notebook:([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$')::uuid;
$$;

grant execute on function private.notebook_of_topic to authenticated;

create policy "Members hear each other"
  on realtime.messages for select
  to authenticated
  using (
    (select private.notebook_of_topic())
    in (select private.notebooks_as('owner', 'editor', 'viewer'))
  );

create policy "Members show where they are, and those who write that they do"
  on realtime.messages for insert
  to authenticated
  with check (
    case extension
      when 'presence' then
        (select private.notebook_of_topic())
        in (select private.notebooks_as('owner', 'editor', 'viewer'))
      else
        (select private.notebook_of_topic()) in (select private.notebooks_as('owner', 'editor'))
    end
  );
