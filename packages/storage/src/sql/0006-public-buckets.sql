-- Whether everybody may read a bucket: asked in the same round trip as its policies, by callers who may not see its row. Null
-- where there is no such bucket.
set local role supabase_storage_admin;

create function storage.is_public_bucket(bucket text) returns boolean
  language plpgsql stable security definer set search_path = ''
as $$
begin
  return (select coalesce(b.public, false) from storage.buckets as b where b.id = bucket);
end
$$;

reset role;
