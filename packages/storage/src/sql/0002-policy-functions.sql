-- What policies ask about an object's name and about the call that touches it.
set local role supabase_storage_admin;

create function storage.foldername(name text) returns text[]
  language sql immutable
  return (string_to_array(name, '/'))[1 : array_length(string_to_array(name, '/'), 1) - 1];

create function storage.filename(name text) returns text
  language sql immutable
  return (string_to_array(name, '/'))[array_length(string_to_array(name, '/'), 1)];

create function storage.extension(name text) returns text
  language sql immutable
  return reverse(split_part(reverse(storage.filename(name)), '.', 1));

create function storage.operation() returns text
  language sql stable
  return current_setting('storage.operation', true);

create function storage.allow_only_operation(expected_operation text) returns boolean
  language sql stable
  return coalesce(
    nullif(regexp_replace(expected_operation, '^storage\.', ''), '')
      = regexp_replace(storage.operation(), '^storage\.', ''),
    false
  );

create function storage.allow_any_operation(expected_operations text[]) returns boolean
  language sql stable
  return exists (
    select from unnest(expected_operations) as expected (operation)
    where storage.allow_only_operation(expected.operation)
  );

comment on function storage.operation() is 'The call at work: storage.object.upload, storage.object.list…';
comment on function storage.foldername(text) is 'The folders of an object''s name, outermost first.';

-- Whether the caller may insert the object: inserts it and takes it back.
create function storage.can_insert_object(bucketid text, name text, owner uuid, metadata jsonb) returns void
  language plpgsql
as $$
begin
  insert into storage.objects (bucket_id, name, owner, metadata)
  values (bucketid, can_insert_object.name, can_insert_object.owner, can_insert_object.metadata);
  raise sqlstate 'PT200' using message = 'ROLLBACK', detail = 'rollback successful insert';
end
$$;

create function storage.get_size_by_bucket() returns table (size bigint, bucket_id text)
  language sql stable
as $$
  select sum((o.metadata ->> 'size')::bigint)::bigint, o.bucket_id from storage.objects as o group by o.bucket_id
$$;

reset role;
