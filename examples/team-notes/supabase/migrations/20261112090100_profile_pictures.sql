-- Profile pictures, at <user>/picture. The bucket is private, because a profile is: whoever shares no
-- notebook with somebody sees neither their name nor their face.

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types)
values (
  'avatars', 'avatars', false, 5 * 1024 * 1024,
  array['image/png', 'image/jpeg', 'image/webp']
);

create policy "Users can see their own picture and those of teammates"
  on storage.objects for select
  to authenticated
  using (
    bucket_id = 'avatars'
    and (
      (storage.foldername(name))[1] = (select auth.uid())::text
      or (storage.foldername(name))[1] in (
        select teammate::text from private.teammates() as teammate
      )
    )
  );

create policy "Users can add their own picture"
  on storage.objects for insert
  to authenticated
  with check (bucket_id = 'avatars' and name = (select auth.uid()) || '/picture');

create policy "Users can replace their own picture"
  on storage.objects for update
  to authenticated
  using (bucket_id = 'avatars' and name = (select auth.uid()) || '/picture')
  with check (bucket_id = 'avatars' and name = (select auth.uid()) || '/picture');

create policy "Users can remove their own picture"
  on storage.objects for delete
  to authenticated
  using (bucket_id = 'avatars' and name = (select auth.uid()) || '/picture');

-- When somebody last chose a picture; null where there are only initials to show.
alter table public.profiles add column picture_changed_at timestamptz;
grant update (picture_changed_at) on public.profiles to authenticated;

create function private.remove_picture()
returns trigger
language plpgsql
security definer
set search_path = ''
as $$
begin
  perform set_config('storage.allow_delete_query', 'true', true);
  delete from storage.objects where bucket_id = 'avatars' and name = old.id || '/picture';
  return null;
end;
$$;

create trigger remove_picture
  after delete on public.profiles
  for each row execute function private.remove_picture();
