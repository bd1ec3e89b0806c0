-- What users' SQL calls. All run with the rights of their caller: policies decide whether a message may be stored.
set local role supabase_realtime_admin;

create or replace function realtime.topic() returns text
  language sql stable
as $$
  select nullif(pg_catalog.current_setting('realtime.topic', true), '')
$$;

-- A trigger that tells of a change may never undo the change: what goes wrong is a warning.
create or replace function realtime.send(payload jsonb, event text, topic text, private boolean default true) returns void
  language plpgsql
as $$
declare
  message_id constant uuid := pg_catalog.gen_random_uuid();
begin
  perform pg_catalog.set_config('realtime.topic', send.topic, true);
  insert into realtime.messages (id, payload, event, topic, private, extension)
  values (
    message_id,
    case when send.payload ? 'id' then send.payload
      else pg_catalog.jsonb_set(send.payload, '{id}', pg_catalog.to_jsonb(message_id)) end,
    send.event, send.topic, send.private, 'broadcast'
  );
exception
  when others then
    raise warning 'WarnSendingBroadcastMessage: %', sqlerrm;
end
$$;

create or replace function realtime.send_binary(payload bytea, event text, topic text, private boolean default true) returns void
  language plpgsql
as $$
begin
  perform pg_catalog.set_config('realtime.topic', send_binary.topic, true);
  insert into realtime.messages (binary_payload, event, topic, private, extension)
  values (send_binary.payload, send_binary.event, send_binary.topic, send_binary.private, 'broadcast');
exception
  when others then
    raise warning 'WarnSendingBroadcastMessage: %', sqlerrm;
end
$$;

-- Called by row triggers. A wrong call is an error, since it would tell of nothing at all.
create or replace function realtime.broadcast_changes(
  topic_name text, event_name text, operation text, table_name text, table_schema text, new record, old record,
  level text default 'ROW'
) returns void
  language plpgsql
as $$
begin
  if level = 'STATEMENT' then
    raise exception 'function can only be triggered for each row, not for each statement';
  elsif operation is null or operation not in ('INSERT', 'UPDATE', 'DELETE') then
    raise exception 'Unexpected operation type: %', operation;
  end if;
  perform realtime.send(
    pg_catalog.jsonb_build_object(
      'schema', table_schema, 'table', table_name, 'operation', operation, 'record', new, 'old_record', old
    ),
    event_name,
    topic_name
  );
exception
  when others then
    raise exception 'Failed to process the row: %', sqlerrm;
end
$$;

comment on function realtime.topic() is 'The topic that is being joined or sent to; what policies on realtime.messages compare.';
comment on function realtime.send(jsonb, text, text, boolean) is 'Broadcasts JSON to a topic when the transaction commits.';
comment on function realtime.send_binary(bytea, text, text, boolean) is 'Broadcasts bytes to a topic when the transaction commits.';
comment on function realtime.broadcast_changes(text, text, text, text, text, record, record, text)
  is 'Broadcasts a row change to a private topic; for row triggers.';

reset role;
