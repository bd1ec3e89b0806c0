import { randomUUID } from 'node:crypto';
import { sql } from '@plinth/postgres';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type StorageBackend, startStorage } from '../../test/adapters/storage-backend.ts';
import type { Creation } from './creations.ts';

let backend: StorageBackend;
beforeAll(async () => {
  backend = await startStorage();
  await backend.service.storage.createBucket('b', { public: true });
});
afterAll(() => backend.close());

function creation(key: string, changes: Partial<Creation> = {}): Creation {
  return {
    target: { bucket: 'b', key, owner: undefined },
    version: randomUUID(),
    metadata: { size: 1 },
    userMetadata: undefined,
    ...changes,
  };
}

/** How each of the creations ended, all begun at the same moment: an id, undefined, or a code. */
function createAll(creations: readonly Creation[]): Promise<unknown[]> {
  return Promise.all(
    creations.map((each) =>
      backend.storage.creations.create(each).catch(({ code }: { code: string }) => code),
    ),
  );
}

/** The transactions that wrote objects whose names begin like this. */
async function transactions(prefix: string): Promise<string[]> {
  const rows = await backend.database.query<{ xmin: string }>(
    sql`select distinct xmin::text from storage.objects where starts_with(name, ${prefix})`,
  );
  return rows.map(({ xmin }) => xmin);
}

const names = (prefix: string, count: number): string[] =>
  Array.from({ length: count }, (_, index) => `${prefix}${index}`);

test('new objects of the same moment share a transaction; each row is what it would be by itself', async () => {
  const owner = randomUUID();
  const userMetadata = { of: 'the user' };
  const creations = names('together-', 20).map((key) =>
    creation(key, { target: { bucket: 'b', key, owner }, userMetadata }),
  );
  const ids = await createAll(creations);
  expect(new Set(ids).size).toBe(20);
  // The first one goes at once, the others while it is under way.
  expect(await transactions('together-')).toHaveLength(2);
  const rows = await backend.database.query(
    sql`select id, name, version, owner, owner_id, metadata, user_metadata from storage.objects
      where starts_with(name, 'together-')`,
  );
  for (const [index, { target, version, metadata }] of creations.entries()) {
    expect(rows).toContainEqual({
      id: ids[index],
      name: target.key,
      version,
      owner,
      owner_id: owner,
      metadata,
      user_metadata: userMetadata,
    });
  }
});

test('of many creations of one name in one statement exactly one wins', async () => {
  await createAll([creation('taken')]);
  const results = await createAll([
    creation('before'),
    ...names('', 5).map(() => creation('raced')),
    creation('taken'),
    creation('after'),
  ]);
  const [before, ...rest] = results;
  const after = rest.pop();
  for (const id of [before, after]) expect(id).toMatch(/^[0-9a-f-]{36}$/);
  expect(rest.filter((result) => result !== 'KeyAlreadyExists')).toHaveLength(1);
  const rows = await backend.database.query(
    sql`select id from storage.objects where name in ('before', 'raced', 'taken', 'after')`,
  );
  expect(rows).toHaveLength(4);
});

test('a row that is refused leaves nothing of its group: each is to go by itself', async () => {
  const nowhere = { bucket: 'nowhere', key: 'refused-2', owner: undefined };
  const results = await createAll([
    creation('refused-first'),
    creation('refused-1'),
    creation('refused-2', { target: nowhere }),
    creation('refused-3'),
  ]);
  expect(results.map((id) => typeof id)).toEqual(['string', 'undefined', 'undefined', 'undefined']);
  expect(await transactions('refused-')).toHaveLength(1);
});

test('uploads beside one that is refused succeed, and the refused one hears why', async () => {
  const { storage } = backend.service;
  await storage.createBucket('going', { public: true });
  // What the bucket takes is still remembered, so that only the commit notices.
  await storage.from('going').upload('first', 'x');
  await storage.from('going').remove(['first']);
  await backend.database.run(
    `begin; set local storage.allow_delete_query = 'true'; delete from storage.buckets where id = 'going'; commit`,
  );
  const [lost, ...kept] = await Promise.all([
    storage.from('going').upload('lost', 'x'),
    ...names('beside-', 8).map((name) => storage.from('b').upload(name, name)),
  ]);
  expect(lost.error?.message).toMatch(/related resource|Bucket not found/);
  expect(kept.map(({ error }) => error)).toEqual(kept.map(() => null));
  for (const name of names('beside-', 8)) {
    expect(await (await storage.from('b').download(name)).data?.text()).toBe(name);
  }
});

test('a name that another transaction holds does not hold up the others', async () => {
  const holder = new pg.Client(backend.database.connection('postgres'));
  await holder.connect();
  await holder.query(`begin; insert into storage.objects (bucket_id, name) values ('b', 'held')`);
  const { storage } = backend.service;
  const waiting = storage.from('b').upload('held', 'x');
  const others = await Promise.all(
    names('not-held-', 8).map((name) => storage.from('b').upload(name, name)),
  );
  expect(others.map(({ error }) => error)).toEqual(others.map(() => null));
  await holder.query('commit');
  await holder.end();
  expect((await waiting).error).toMatchObject({ statusCode: '409' });
});

test('a row that is long goes by itself', async () => {
  const long = creation('long', { userMetadata: { text: 'x'.repeat(20_000) } });
  expect(await createAll([long])).toEqual([undefined]);
  const uploaded = await backend.service.storage
    .from('b')
    .upload('long', 'x', { metadata: { text: 'x'.repeat(20_000) } });
  expect(uploaded.error).toBeNull();
});

test('with a trigger of the application each object has a transaction of its own, with the settings of its request', async () => {
  await backend.database.run(`
    create table public.seen (name text, path text, operation text);
    create function public.see() returns trigger language plpgsql security definer as $$
    begin
      insert into public.seen values
        (new.name, current_setting('request.path', true), current_setting('storage.operation', true));
      return new;
    end $$;
    create trigger see after insert on storage.objects for each row execute function public.see();
  `);
  try {
    const keys = names('seen-', 10);
    const uploads = keys.map((key) => backend.service.storage.from('b').upload(key, 'x'));
    for (const { error } of await Promise.all(uploads)) expect(error).toBeNull();
    expect(await transactions('seen-')).toHaveLength(10);
    const rows = await backend.database.query(sql`select * from public.seen order by name`);
    const operation = 'storage.object.upload';
    expect(rows).toEqual(keys.map((name) => ({ name, path: `/object/b/${name}`, operation })));
  } finally {
    await backend.database.run('drop trigger see on storage.objects; drop table public.seen');
  }
});
