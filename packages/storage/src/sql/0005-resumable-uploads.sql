-- Uploads in several requests (TUS): how far each is, so that it goes on after a restart. Their bytes are files.
set local role supabase_storage_admin;

create table storage.resumable_uploads (
  id uuid primary key,
  bucket_id text not null references storage.buckets (id) on delete cascade,
  key text collate "C" not null,
  owner_id text,
  upsert boolean not null,
  upload_length bigint,
  upload_offset bigint not null default 0,
  upload_metadata text not null,
  content_type text,
  cache_control text not null,
  user_metadata jsonb,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  completed_at timestamptz,
  constraint resumable_uploads_offset_check
    check (upload_offset >= 0 and (upload_length is null or upload_offset <= upload_length))
);
create index idx_resumable_uploads_expires_at on storage.resumable_uploads (expires_at);
create index idx_resumable_uploads_bucket_id on storage.resumable_uploads (bucket_id);
comment on table storage.resumable_uploads is 'Uploads in several requests that are under way or lately done.';
comment on column storage.resumable_uploads.upload_offset is 'Bytes that are durable: what is acknowledged to the client.';
comment on column storage.resumable_uploads.completed_at is 'Set in the transaction that writes the object.';

alter table storage.resumable_uploads enable row level security;
grant select, update on storage.resumable_uploads to service_role;

reset role;
