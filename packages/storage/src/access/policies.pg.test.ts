import type { LogFields, Logger } from '@plinth/kernel';
import { sql } from '@plinth/postgres';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type StorageBackend, startStorage } from '../../test/adapters/storage-backend.ts';

const alice = '3f0e7a8c-4a3a-4d0e-9f57-0b1f6f6a0001';
const bob = '3f0e7a8c-4a3a-4d0e-9f57-0b1f6f6a0002';

const logged: { readonly fields: LogFields; readonly message: string }[] = [];
const logger: Logger = {
  debug: () => {},
  info: () => {},
  warn: (fields, message) => void logged.push({ fields, message }),
  error: () => {},
  isLevelEnabled: () => false,
  child: () => logger,
};

let backend: StorageBackend;
let bucket = 0;
beforeAll(async () => {
  backend = await startStorage({ logger });
});
afterAll(() => backend.close());
beforeEach(async () => {
  bucket += 1;
  await backend.service.storage.createBucket(name());
});

const name = () => `b${bucket}`;
const as = async (id: string) => (await backend.user(id)).storage.from(name());
const service = () => backend.service.storage.from(name());

/** Replaces every policy of storage.objects. */
async function policies(...statements: string[]): Promise<void> {
  await backend.database.run(`
    do $$ declare p record; begin
      for p in select policyname, tablename from pg_policies where schemaname = 'storage' loop
        execute format('drop policy %I on storage.%I', p.policyname, p.tablename);
      end loop;
    end $$;
    ${statements.map((text, index) => `create policy p${index} on storage.objects ${text};`).join('\n')}`);
}

const denied = {
  statusCode: '403',
  status: 400,
  message: 'new row violates row-level security policy',
};

test('without policies nothing goes, and the log names what is missing', async () => {
  await policies();
  await service().upload('there', 'x');
  const user = await as(alice);
  expect((await user.upload('a', 'x')).error).toMatchObject(denied);
  expect((await user.upload('there', 'x', { upsert: true })).error).toMatchObject(denied);
  expect((await user.download('there')).error).not.toBeNull();
  expect((await user.info('there')).error).toMatchObject({
    message: 'Object not found',
    statusCode: '404',
  });
  expect((await user.list()).data).toEqual([]);
  expect((await user.remove(['there'])).data).toEqual([]);
  expect((await user.move('there', 'b')).error).toMatchObject({ statusCode: '404' });
  expect((await user.copy('there', 'b')).error).toMatchObject({ statusCode: '404' });
  expect((await user.createSignedUrl('there', 60)).error).toMatchObject({ statusCode: '404' });
  expect((await user.createSignedUploadUrl('new')).error).toMatchObject(denied);
  const line = logged.find(
    ({ fields }) => fields.bucket === name() && fields.operation === 'storage.object.upload',
  );
  expect(line?.fields).toMatchObject({ role: 'authenticated', userId: alice, missing: ['INSERT'] });
  expect(line?.message).toContain('no policy on storage.objects allows INSERT to this role');
});

test('an INSERT policy is enough to upload; an upsert needs SELECT and UPDATE too', async () => {
  await policies(`for insert to authenticated with check (owner_id = auth.uid()::text)`);
  const user = await as(alice);
  expect((await user.upload('mine', 'x')).error).toBeNull();
  expect((await user.upload('mine', 'y', { upsert: true })).error).toMatchObject(denied);
  const [row] = await backend.database.query<{ owner: string; owner_id: string }>(
    sql`select owner, owner_id from storage.objects where bucket_id = ${name()}`,
  );
  expect(row).toEqual({ owner: alice, owner_id: alice });
  await policies(
    `for insert to authenticated with check (true)`,
    `for select to authenticated using (true)`,
    `for update to authenticated using (owner_id = auth.uid()::text)`,
  );
  expect((await user.upload('mine', 'y', { upsert: true })).error).toBeNull();
  expect((await (await as(bob)).upload('mine', 'z', { upsert: true })).error).toMatchObject(denied);
  expect(await (await service().download('mine')).data?.text()).toBe('y');
});

test('reading is by SELECT: own folder only', async () => {
  await policies(
    `for select to authenticated using ((storage.foldername(name))[1] = auth.uid()::text)`,
  );
  await service().upload(`${alice}/note`, 'hers');
  const hers = await as(alice);
  const his = await as(bob);
  expect(await (await hers.download(`${alice}/note`)).data?.text()).toBe('hers');
  expect((await his.info(`${alice}/note`)).error).toMatchObject({ statusCode: '404' });
  expect((await hers.list(alice)).data?.map((each) => each.name)).toEqual(['note']);
  expect((await hers.listV2({ with_delimiter: true })).data?.folders).toMatchObject([
    { key: alice, name: `${alice}/` },
  ]);
  expect((await his.list(alice)).data).toEqual([]);
  expect((await his.listV2({ with_delimiter: true })).data?.folders).toEqual([]);
  const signed = await hers.createSignedUrls([`${alice}/note`, 'nothing'], 60);
  expect(signed.data?.map(({ error }) => error === null)).toEqual([true, false]);
});

test('delete needs SELECT and DELETE; one refused is a 403, many give what went', async () => {
  await policies(
    `for select to authenticated using (true)`,
    `for delete to authenticated using (name like 'free/%')`,
  );
  await service().upload('free/1', 'x');
  await service().upload('kept', 'x');
  const user = await backend.user(alice);
  const { data } = await user.storage.from(name()).remove(['free/1', 'kept']);
  expect(data?.map((each) => each.name)).toEqual(['free/1']);
  const one = await backend.call(`/object/${name()}/kept`, {
    method: 'DELETE',
    key: await backend.token(alice),
  });
  expect([one.status, await one.json()]).toEqual([
    400,
    { statusCode: '403', error: 'Unauthorized', message: 'Access denied', code: 'AccessDenied' },
  ]);
  expect((await service().exists('kept')).data).toBe(true);
});

test('move needs SELECT and UPDATE on the old and the new row', async () => {
  await policies(
    `for select to authenticated using (true)`,
    `for update to authenticated using (name like 'from/%') with check (name like 'to/%')`,
  );
  await service().upload('from/a', 'x');
  const user = await as(alice);
  expect((await user.move('from/a', 'elsewhere')).error).toMatchObject(denied);
  expect((await user.move('from/a', 'to/a')).error).toBeNull();
  const { data } = await service().info('to/a');
  expect(data?.name).toBe('to/a');
});

test('copy needs SELECT on the source and INSERT of the target', async () => {
  await policies(
    `for select to authenticated using (name = 'source')`,
    `for insert to authenticated with check (name like 'copies/%')`,
  );
  await service().upload('source', 'x');
  const user = await as(alice);
  expect((await user.copy('source', 'no')).error).toMatchObject(denied);
  expect((await user.copy('source', 'copies/1')).error).toBeNull();
});

test('storage.operation() tells calls apart', async () => {
  await policies(
    `for select to authenticated using (storage.allow_only_operation('object.list'))`,
    `for insert to authenticated with check (storage.operation() = 'storage.object.upload')`,
  );
  const user = await as(alice);
  expect((await user.upload('a', 'x')).error).toBeNull();
  expect((await user.createSignedUploadUrl('b')).error).toMatchObject(denied);
  expect((await user.list()).data?.length).toBe(1);
  expect((await user.info('a')).error).toMatchObject({ statusCode: '404' });
});

test('a signed upload belongs to who signed, and is asked of policies at signing', async () => {
  await policies(`for insert to authenticated with check (true)`);
  const { data } = await (await as(alice)).createSignedUploadUrl('signed');
  const stranger = backend.anon.storage.from(name());
  expect((await stranger.uploadToSignedUrl('signed', data?.token ?? '', 'x')).error).toBeNull();
  const [row] = await backend.database.query<{ owner_id: string }>(
    sql`select owner_id from storage.objects where bucket_id = ${name()} and name = 'signed'`,
  );
  expect(row?.owner_id).toBe(alice);
});

test('policies read the size and type that an upload announces', async () => {
  await policies(
    `for insert to authenticated with check ((metadata ->> 'mimetype') = 'image/png' and (metadata ->> 'contentLength')::int < 10)`,
  );
  const user = await as(alice);
  const png = { contentType: 'image/png' };
  expect((await user.upload('big', Buffer.alloc(10), png)).error).toMatchObject(denied);
  expect((await user.upload('ok', Buffer.alloc(9), png)).error).toBeNull();
  expect(
    (await user.upload('type', Buffer.alloc(9), { contentType: 'image/jpeg' })).error,
  ).toMatchObject(denied);
});

test('buckets have policies of their own', async () => {
  await policies();
  const user = (await backend.user(alice)).storage;
  expect((await user.createBucket('hers')).error).toMatchObject(denied);
  expect((await user.listBuckets()).data).toEqual([]);
  await backend.database.run(
    `create policy b0 on storage.buckets for all to authenticated using (true)`,
  );
  expect((await user.createBucket('hers')).error).toBeNull();
  expect((await user.getBucket('hers')).data).toMatchObject({ owner: alice });
});

test("a trigger of the application runs with the service's rights and can refuse", async () => {
  await policies(`for insert to authenticated with check (true)`);
  await backend.database.run(`
    create table public.uploads (name text, owner text);
    create function public.note_upload() returns trigger language plpgsql as $$
    begin
      if new.name = 'refused' then raise exception 'not this one'; end if;
      insert into public.uploads values (new.name, new.owner_id);
      return new;
    end $$;
    create trigger note_upload after insert on storage.objects for each row execute function public.note_upload();
    grant insert on public.uploads to authenticated;`);
  const user = await as(alice);
  expect((await user.upload('noted', 'x')).error).toBeNull();
  expect((await user.upload('refused', 'x')).error).toMatchObject({ status: 400 });
  const rows = await backend.database.query(sql`select name, owner from public.uploads`);
  expect(rows).toEqual([{ name: 'noted', owner: alice }]);
  await backend.database.run(`drop trigger note_upload on storage.objects`);
});

test('a policy that cannot be evaluated is the database’s fault, not a crash', async () => {
  await policies(
    `for select to authenticated using (exists (select from storage.objects as o where o.name = 'x'))`,
  );
  await backend.service.storage.createBucket('everybodys', { public: true });
  await backend.service.storage.from('everybodys').upload('a', 'x');
  const hers = (await backend.user(alice)).storage.from('everybodys');
  expect((await hers.info('a')).error).toBeNull();
  const { error } = await (await as(alice)).info('a');
  expect(error).toMatchObject({
    statusCode: '503',
    status: 400,
    code: 'DatabaseInvalidObjectDefinition',
  });
});
