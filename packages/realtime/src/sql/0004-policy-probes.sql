-- How the policies on realtime.messages are asked: rows are tried out as the caller and taken back at once. Called by a login
-- that can become nothing but what requests run as, since policies are other people's code.
grant usage on schema realtime to authenticator;
set local role supabase_realtime_admin;

-- The rows that a read is tried on, put there with the owner's rights.
create or replace function realtime.place_probes(broadcast_id uuid, presence_id uuid, probed_topic text, probed_at timestamp)
  returns void
  language sql security definer set search_path = ''
as $$
  insert into realtime.messages (id, topic, extension, inserted_at)
  values (broadcast_id, probed_topic, 'broadcast', probed_at), (presence_id, probed_topic, 'presence', probed_at)
$$;

/*
 * What `caller_role` may receive on a topic, with the settings of the transaction as its claims. A policy that raises grants nothing;
 * `failure` then says why.
 */
create or replace function realtime.read_rights(
  probed_topic text, caller_role text, out broadcast boolean, out presence boolean, out failure text
)
  language plpgsql
as $$
declare
  broadcast_id constant uuid := pg_catalog.gen_random_uuid();
  presence_id constant uuid := pg_catalog.gen_random_uuid();
  probed_at constant timestamp := pg_catalog.timezone('utc', pg_catalog.now());
begin
  perform realtime.place_probes(broadcast_id, presence_id, probed_topic, probed_at);
  perform pg_catalog.set_config('role', caller_role, true);
  select coalesce(bool_or(m.id = broadcast_id), false), coalesce(bool_or(m.id = presence_id), false)
  into broadcast, presence
  from realtime.messages as m
  where m.id in (broadcast_id, presence_id) and m.inserted_at = probed_at;
  raise sqlstate 'PT200';
exception
  when sqlstate 'PT200' then
    return;
  when others or assert_failure then
    broadcast := false;
    presence := false;
    failure := sqlerrm;
end
$$;

-- Whether `caller_role` may send on a topic; a refusal by the policies is no failure.
create or replace function realtime.write_right(
  probed_topic text, caller_role text, probed_extension text, out allowed boolean, out failure text
)
  language plpgsql
as $$
begin
  perform pg_catalog.set_config('role', caller_role, true);
  insert into realtime.messages (topic, extension) values (probed_topic, probed_extension);
  allowed := true;
  raise sqlstate 'PT200';
exception
  when sqlstate 'PT200' then
    return;
  when others or assert_failure then
    allowed := false;
    if sqlstate <> '42501' or sqlerrm not like 'new row violates row-level security policy%' then
      failure := sqlerrm;
    end if;
end
$$;

revoke all on function realtime.place_probes(uuid, uuid, text, timestamp) from public;
revoke all on function realtime.read_rights(text, text) from public;
revoke all on function realtime.write_right(text, text, text) from public;
grant execute on function realtime.place_probes(uuid, uuid, text, timestamp) to authenticator;
grant execute on function realtime.read_rights(text, text) to authenticator;
grant execute on function realtime.write_right(text, text, text) to authenticator;

reset role;
