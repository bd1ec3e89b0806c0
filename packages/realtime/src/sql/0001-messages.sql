-- Messages of private and public topics, column for column those of hosted Supabase: policies on them decide who may join a private
-- topic, and what is inserted here is broadcast. One partition a day, made ahead by the server.
set local role supabase_realtime_admin;

create table if not exists realtime.messages (
  topic text not null,
  extension text not null,
  payload jsonb,
  event text,
  private boolean default false,
  updated_at timestamp not null default timezone('utc', now()),
  inserted_at timestamp not null default timezone('utc', now()),
  id uuid not null default gen_random_uuid(),
  binary_payload bytea,
  -- Ours: a transaction's messages all have one inserted_at.
  seq bigint not null generated always as identity,
  constraint messages_pkey primary key (id, inserted_at),
  constraint messages_payload_exclusive check (payload is null or binary_payload is null)
) partition by range (inserted_at);

-- What a replay asks for. By a hash, since an index takes no name of more than 2,704 bytes.
create index if not exists messages_replay_index
  on realtime.messages (hashtextextended(topic, 0), inserted_at desc, seq desc)
  where extension = 'broadcast' and private is true;

-- Takes what no day has a partition for: a message is never lost for want of one.
create table if not exists realtime.messages_default partition of realtime.messages default;

comment on table realtime.messages is 'Broadcasts sent from the database; its policies decide about private topics.';
comment on column realtime.messages.extension is 'broadcast or presence: what a policy is asked about.';
comment on column realtime.messages.seq is 'Order of the messages of one transaction.';

alter table realtime.messages enable row level security;
-- Whoever is given rights on all tables of the schema still reads messages through the policies alone.
alter table realtime.messages_default enable row level security;

grant select, insert, update on realtime.messages to anon, authenticated, service_role;

reset role;

-- Its rows arrive in the log under the name of the partitioned table. Rows that are moved or removed are nobody's news.
do $publication$
begin
  if not exists (
    select from pg_catalog.pg_publication where pubname = 'supabase_realtime_messages_publication'
  ) then
    create publication supabase_realtime_messages_publication for table realtime.messages
      with (publish = 'insert', publish_via_partition_root = true);
  end if;
end
$publication$;
