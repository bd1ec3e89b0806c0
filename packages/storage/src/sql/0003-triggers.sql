-- What the tables look after by themselves.
set local role supabase_storage_admin;

create function storage.update_updated_at_column() returns trigger
  language plpgsql
as $$
begin
  new.updated_at = now();
  return new;
end
$$;
create trigger update_objects_updated_at before update on storage.objects
  for each row execute function storage.update_updated_at_column();

create function storage.enforce_bucket_name_length() returns trigger
  language plpgsql
as $$
begin
  if length(new.name) > 100 then
    raise exception 'bucket name "%" is too long (% characters). Max is 100.', new.name, length(new.name);
  end if;
  return new;
end
$$;
create trigger enforce_bucket_name_length_trigger before insert or update of name on storage.buckets
  for each row execute function storage.enforce_bucket_name_length();

-- A DELETE by hand is almost always a mistake: it says so, unless the transaction asked for it.
create function storage.protect_delete() returns trigger
  language plpgsql
as $$
begin
  if coalesce(current_setting('storage.allow_delete_query', true), 'false') <> 'true' then
    raise exception using
      errcode = '42501',
      message = 'Direct deletion from storage tables is not allowed. Use the Storage API instead.',
      hint = 'This prevents accidental data loss from orphaned objects.';
  end if;
  return null;
end
$$;
create trigger protect_buckets_delete before delete on storage.buckets
  for each statement execute function storage.protect_delete();
create trigger protect_objects_delete before delete on storage.objects
  for each statement execute function storage.protect_delete();

-- Whoever removes or replaces an object, by whatever way: its bytes are retired in the same transaction.
create function storage.retire_deleted() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  insert into storage.retired_blobs (version)
  select version from gone where version is not null
  on conflict (version) do nothing;
  return null;
end
$$;
create trigger retire_deleted after delete on storage.objects
  referencing old table as gone
  for each statement execute function storage.retire_deleted();

create function storage.retire_replaced() returns trigger
  language plpgsql security definer set search_path = ''
as $$
begin
  insert into storage.retired_blobs (version) values (old.version) on conflict (version) do nothing;
  return null;
end
$$;
create trigger retire_replaced after update of version on storage.objects
  for each row when (old.version is not null and old.version is distinct from new.version)
  execute function storage.retire_replaced();

revoke all on function storage.retire_deleted() from public;
revoke all on function storage.retire_replaced() from public;

reset role;
