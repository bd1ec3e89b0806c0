-- What tells whose place a client takes that comes back: the highest number of its messages, and where it was (hashed).
alter table realtime.feed_subscribers
  add column if not exists last_ref bigint not null default 0,
  add column if not exists address bytea,
  -- Where it began: whatever came before it has or does not need.
  add column if not exists began pg_lsn,
  -- Somebody went on from here while its node was still taken for alive.
  add column if not exists is_continued boolean not null default false;
