import { sql } from '@plinth/postgres';
import { createTestDatabase, type TestDatabase } from '@plinth/testkit';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type AsRole, asRole } from '../../test/as-role.ts';

let database: TestDatabase;
let run: AsRole;
beforeAll(async () => {
  database = await createTestDatabase();
  run = asRole(database);
  await database.run(`
    create policy "members of their topic send" on realtime.messages for insert to authenticated
      with check (realtime.topic() = 'room:' || auth.uid());
    create table public.notes (id int primary key, body text);
    create function public.tell() returns trigger language plpgsql security definer as $$
      begin
        perform realtime.broadcast_changes(
          'notes', tg_op, tg_op, tg_table_name, tg_table_schema, new, old);
        return null;
      end $$;
    create trigger tell after insert or update or delete on public.notes
      for each row execute function public.tell();`);
});
afterAll(() => database.close());
beforeEach(() => database.query(sql`truncate realtime.messages`));

const user = '0f8e2e5e-5b3c-4b0e-9f9d-1c2b3a4d5e6f';

function stored(): Promise<object[]> {
  return database.query(sql`
    select topic, extension, event, private, payload - 'id' as payload,
           encode(binary_payload, 'hex') as bytes
    from realtime.messages order by seq`);
}

test('send stores a message with an id in its payload, private unless said otherwise', async () => {
  await run('postgres', `select realtime.send('{"a": 1}', 'ping', 'room:1')`);
  await run('postgres', `select realtime.send('{"id": "mine"}', 'ping', 'room:1', false)`);
  expect(await stored()).toEqual([
    {
      topic: 'room:1',
      extension: 'broadcast',
      event: 'ping',
      private: true,
      payload: { a: 1 },
      bytes: null,
    },
    {
      topic: 'room:1',
      extension: 'broadcast',
      event: 'ping',
      private: false,
      payload: {},
      bytes: null,
    },
  ]);
  const ids = await database.query<{ own: boolean; given: string }>(sql`
    select payload ->> 'id' = id::text as own, payload ->> 'id' as given
    from realtime.messages order by seq`);
  expect(ids[0]).toMatchObject({ own: true });
  expect(ids[1]).toEqual({ own: false, given: 'mine' });
});

test('send_binary stores bytes', async () => {
  await run('service_role', `select realtime.send_binary('\\x00ff', 'raw', 'room:1')`);
  expect(await stored()).toMatchObject([
    { event: 'raw', payload: null, bytes: '00ff', private: true },
  ]);
});

test('send sets the topic that policies read, and policies decide for users', async () => {
  const own = await run('authenticated', `select realtime.send('{}', 'e', 'room:${user}')`, user);
  expect(own).toEqual([]);
  const other = await run('authenticated', `select realtime.send('{}', 'e', 'room:else')`, user);
  expect(other).toEqual([expect.stringMatching(/^WarnSendingBroadcastMessage: new row violates/)]);
  const nobody = await run('anon', `select realtime.send('{}', 'e', 'room:${user}')`);
  expect(nobody).toHaveLength(1);
  expect(await stored()).toMatchObject([{ topic: `room:${user}` }]);
});

test.each([
  ['a payload that is no object', `select realtime.send('[1]', 'e', 't')`],
  ['a payload that is a number', `select realtime.send('1', 'e', 't')`],
  ['no topic', `select realtime.send('{}', 'e', null)`],
  ['no topic for bytes', `select realtime.send_binary('\\x00', 'e', null)`],
])('%s is a warning and no error', async (_, statement) => {
  expect(await run('postgres', `${statement}; select 1`)).toEqual([
    expect.stringMatching(/^WarnSendingBroadcastMessage: /),
  ]);
  expect(await stored()).toEqual([]);
});

test('topics and events are values, whatever they hold', async () => {
  const odd = [`'; drop table realtime.messages; --`, `a"b\\c`, ' ', '', '\u{1f600}', '%s %L %I'];
  for (const name of odd) {
    await database.as('postgres').query(sql`select realtime.send('{}', ${name}, ${name})`);
  }
  expect(await stored()).toMatchObject(odd.map((name) => ({ topic: name, event: name })));
});

test('a row trigger broadcasts changes with both records', async () => {
  await run(
    'postgres',
    `insert into notes values (1, 'a'); update notes set body = 'b'; delete from notes`,
  );
  const payload = (operation: string, record: object | null, old_record: object | null) => ({
    topic: 'notes',
    event: operation,
    private: true,
    payload: { schema: 'public', table: 'notes', operation, record, old_record },
  });
  expect(await stored()).toMatchObject([
    payload('INSERT', { id: 1, body: 'a' }, null),
    payload('UPDATE', { id: 1, body: 'b' }, { id: 1, body: 'a' }),
    payload('DELETE', null, { id: 1, body: 'b' }),
  ]);
});

test('broadcast_changes refuses what it cannot tell of', async () => {
  const call = (operation: string, level: string) =>
    run(
      'postgres',
      `select realtime.broadcast_changes('t', 'e', ${operation}, 'n', 'public',
      null::record, null::record, ${level})`,
    );
  await expect(call(`'TRUNCATE'`, `'ROW'`)).rejects.toThrow(
    'Failed to process the row: Unexpected operation type: TRUNCATE',
  );
  await expect(call('null', `'ROW'`)).rejects.toThrow('Unexpected operation type');
  await expect(call(`'INSERT'`, `'STATEMENT'`)).rejects.toThrow(
    'Failed to process the row: function can only be triggered for each row, not for each statement',
  );
});

test('a session in another time zone stores the same moment', async () => {
  await run('postgres', `set time zone 'Asia/Tokyo'; select realtime.send('{}', 'e', 't')`);
  const [row] = await database.query<{ age: number }>(sql`
    select abs(extract(epoch from timezone('utc', now()) - inserted_at))::float as age
    from realtime.messages`);
  expect(row?.age).toBeLessThan(60);
});

test('what the service asks policies with is not for requests to call', async () => {
  for (const role of ['anon', 'authenticated', 'service_role']) {
    await expect(run(role, `select realtime.read_rights('t', 'postgres')`)).rejects.toThrow(
      'permission denied for function read_rights',
    );
    await expect(
      run(
        role,
        `select realtime.place_probes(gen_random_uuid(), gen_random_uuid(), 't', now()::timestamp)`,
      ),
    ).rejects.toThrow('permission denied');
    await expect(run(role, `select * from realtime.messages_default`)).rejects.toThrow(
      'permission denied',
    );
  }
});
