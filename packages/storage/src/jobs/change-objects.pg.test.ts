import { type Caller, callerFromClaims } from '@plinth/kernel';
import { sql } from '@plinth/postgres';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type StorageBackend, startStorage } from '../../test/adapters/storage-backend.ts';
import { changeObjects } from './change-objects.ts';
import type { ChangeFailure, ChangePosition, ChangeStep, ObjectChange } from './object-change.ts';

const service = callerFromClaims('secret', {}, 'service_role');
const alice = '3f0e7a8c-4a3a-4d0e-9f57-0b1f6f6a0001';

let backend: StorageBackend;
let count = 0;
let bucket = '';
beforeAll(async () => {
  backend = await startStorage();
});
afterAll(() => backend.close());
beforeEach(async () => {
  count += 1;
  bucket = `b${count}`;
  await backend.service.storage.createBucket(bucket);
});

/** Rows of objects as uploads leave them. */
async function put(...names: string[]): Promise<void> {
  await backend.database.query(sql`
    insert into storage.objects (bucket_id, name, version, metadata)
    select ${bucket}, name, gen_random_uuid(), '{"size": 4, "mimetype": "text/plain"}'
    from unnest(${names}::text[]) as name`);
}

const many = (folder: string, number: number): string[] =>
  Array.from({ length: number }, (_, index) => `${folder}${String(index).padStart(5, '0')}`);

async function names(of = bucket): Promise<string[]> {
  const rows = await backend.database.query<{ name: string }>(
    sql`select name from storage.objects where bucket_id = ${of} order by name collate "C"`,
  );
  return rows.map(({ name }) => name);
}

interface Options {
  readonly caller?: Caller;
  readonly signal?: AbortSignal;
  readonly position?: ChangePosition | null;
  readonly onStep?: (step: ChangeStep) => unknown;
}

/** Runs a change to its end, and sums up what it told. */
async function run(
  change: Omit<ObjectChange, 'bucket'>,
  { caller = service, position = null, onStep, ...options }: Options = {},
) {
  const signal = options.signal ?? new AbortController().signal;
  const told = { found: 0, batches: 0, done: 0, failures: [] as ChangeFailure[] };
  let last: ChangePosition | null = null;
  const steps = changeObjects(
    backend.storage,
    { bucket, ...change },
    { caller, id: 'job', signal, position },
  );
  for await (const step of steps) {
    if (step.kind !== 'counting') last = step.position;
    if (step.kind === 'counted') told.found = step.found;
    if (step.kind === 'batch') {
      told.batches += 1;
      told.done += step.done;
      told.failures.push(...step.failures);
    }
    await onStep?.(step);
  }
  return { ...told, position: last };
}

const remove = (...from: string[]) => ({
  target: null,
  names: from.map((name) => ({ from: name, to: null })),
});

const move = (...pairs: [from: string, to: string][]) => ({
  target: bucket,
  names: pairs.map(([from, to]) => ({ from, to })),
});

test('folders and files are deleted, batch after batch, and nothing beside them', async () => {
  await put(...many('old/deep/', 1_200), 'old.txt', 'older/a', 'a', 'b');
  const told = await run(remove('b', 'old/', 'never there'));
  expect(told).toMatchObject({ found: 1_202, done: 1_202, failures: [] });
  expect(told.batches).toBe(8);
  expect(await names()).toEqual(['a', 'old.txt', 'older/a']);
  const left = await backend.database.query(sql`
    select from storage.retired_blobs as r where exists (
      select from storage.objects as o where o.version = r.version)`);
  expect(left).toEqual([]);
});

test('a folder gets another name; owner and bytes are those of a single move', async () => {
  await backend.service.storage.from(bucket).upload('old/real.txt', 'the bytes');
  await put(...many('old/', 1_050), 'kept');
  const caller = callerFromClaims('member', { sub: alice }, 'service_role');
  const told = await run(move(['old/', 'new/name/']), { caller });
  expect(told).toMatchObject({ found: 1_051, done: 1_051, failures: [] });
  expect(await names()).toEqual(['kept', ...many('new/name/', 1_050), 'new/name/real.txt']);
  const { data } = await backend.service.storage.from(bucket).download('new/name/real.txt');
  expect(await data?.text()).toBe('the bytes');
  const owners = await backend.database.query(
    sql`select distinct owner_id from storage.objects where name like 'new/%'`,
  );
  expect(owners).toEqual([{ owner_id: alice }]);
});

test('what fails is told by its name, and keeps no other back', async () => {
  await put(...many('from/', 300), 'to/00007', 'to/00250', 'from/ok');
  const told = await run(move(['from/', 'to/'], ['ok\u0001', 'x'], ['gone', 'elsewhere']));
  expect(told).toMatchObject({ found: 303, done: 299 });
  expect(told.failures).toEqual([
    {
      from: 'from/00007',
      to: 'to/00007',
      code: 'KeyAlreadyExists',
      message: 'The resource already exists',
    },
    expect.objectContaining({ from: 'from/00250', code: 'KeyAlreadyExists' }),
    expect.objectContaining({ from: 'ok\u0001', code: 'InvalidKey' }),
    expect.objectContaining({ from: 'gone', code: 'NoSuchKey' }),
  ]);
  const there = await names();
  expect(there.filter((name) => name.startsWith('from/'))).toEqual(['from/00007', 'from/00250']);
});

test('an application that refuses some keeps those alone', async () => {
  await put(...many('a/', 250));
  await backend.database.run(`
    create function public.keep() returns trigger language plpgsql as $$ begin
      if old.name like 'a/0001_' then raise 'this one stays'; end if;
      return case when tg_op = 'DELETE' then old else new end; end $$;
    create trigger keep before delete or update on storage.objects
      for each row execute function public.keep();`);
  try {
    const moved = await run(move(['a/', 'b/']));
    expect(moved).toMatchObject({ done: 240 });
    const deleted = await run(remove('a/', 'b/'));
    expect(deleted).toMatchObject({ found: 250, done: 240 });
    expect(deleted.failures.map(({ from }) => from).sort()).toEqual(
      many('a/', 20).filter((name) => name.startsWith('a/0001')),
    );
    expect(deleted.failures[0]?.code).toBe('DatabaseError');
  } finally {
    await backend.database.run('drop function public.keep cascade');
  }
});

test('a folder moved into itself, or out of itself, is moved once', async () => {
  await put(...many('a/', 450), ...many('a/z/', 3));
  expect(await run(move(['a/', 'a/m/']))).toMatchObject({ done: 453, failures: [] });
  expect(await names()).toEqual([...many('a/m/', 450), ...many('a/m/z/', 3)]);
  await put('a/m/m/00000');
  expect(await run(move(['a/m/', 'a/']))).toMatchObject({ done: 454, failures: [] });
  expect(await names()).toEqual([...many('a/', 450), 'a/m/00000', ...many('a/z/', 3)]);
});

test('folders that change places in a row are each moved once', async () => {
  await put(...many('a/', 250), ...many('b/x', 250));
  expect(await run(move(['a/', 'b/'], ['b/', 'c/']))).toMatchObject({ done: 500 });
  expect(await names()).toEqual([...many('b/', 250), ...many('c/x', 250)]);
});

test('what is added while it runs stays, and it ends nevertheless', async () => {
  await put(...many('a/', 450));
  let added = 0;
  const onStep = async ({ kind }: ChangeStep) => {
    if (kind !== 'batch') return;
    added += 1;
    await put(`a/y${added}`, `a/z${added}`);
  };
  expect(await run(move(['a/', 'b/']), { onStep })).toMatchObject({ done: 450, batches: 3 });
  expect(await names()).toEqual([
    'a/y1',
    'a/y2',
    'a/y3',
    'a/z1',
    'a/z2',
    'a/z3',
    ...many('b/', 450),
  ]);
});

test('another bucket takes what its limits allow', async () => {
  const other = `${bucket}-other`;
  await backend.service.storage.createBucket(other, {
    public: false,
    allowedMimeTypes: ['text/*'],
  });
  await put(...many('a/', 100));
  await backend.database.query(sql`
    update storage.objects set metadata = '{"size": 4, "mimetype": "image/png"}' where name = 'a/00005'`);
  const told = await run({ target: other, names: [{ from: 'a/', to: '' }] });
  expect(told).toMatchObject({ found: 100, done: 99 });
  expect(told.failures).toMatchObject([{ from: 'a/00005', code: 'InvalidMimeType' }]);
  expect(await names(other)).toHaveLength(99);
});

test('it stops between two batches, and goes on from there', async () => {
  await put(...many('a/', 900));
  const controller = new AbortController();
  const onStep = ({ kind }: ChangeStep): void => {
    if (kind === 'batch') controller.abort();
  };
  const first = await run(remove('a/'), { signal: controller.signal, onStep });
  expect(first).toMatchObject({ found: 900, done: 200, batches: 1 });
  expect(await names()).toHaveLength(700);
  const rest = await run(remove('a/'), { position: first.position });
  expect(rest).toMatchObject({ found: 700, done: 700 });
  expect(await names()).toEqual([]);
});

test('a run that was killed before it could say how far it was is made up for', async () => {
  await put(...many('a/', 300), 'one', 'two');
  const change = move(['one', 'moved/one'], ['a/', 'b/'], ['two', 'moved/two']);
  const positions: (ChangePosition | null)[] = [];
  await run(change, {
    onStep: (step) => step.kind !== 'counting' && positions.push(step.position),
  });
  const again = await run(change, { position: positions[0] ?? null });
  expect(again).toMatchObject({ done: 2, failures: [] });
  expect(await names()).toEqual([...many('b/', 300), 'moved/one', 'moved/two']);
});

test('callers without the service role are asked for each object what policies allow them', async () => {
  await backend.database.run(`
    create policy p1 on storage.objects for select to authenticated using (true);
    create policy p2 on storage.objects for delete to authenticated using (name not like '%1');
    create policy p3 on storage.objects for update to authenticated using (name not like '%2');
    create policy p4 on storage.buckets for select to authenticated using (true);`);
  const caller = callerFromClaims('user', { sub: alice }, 'authenticated');
  await put('a/1', 'a/2', 'a/3');
  const moved = await run(move(['a/', 'b/']), { caller });
  expect(moved).toMatchObject({ done: 2, failures: [{ from: 'a/2', code: 'NoSuchKey' }] });
  const deleted = await run(remove('a/', 'b/'), { caller });
  expect(deleted).toMatchObject({ done: 2, failures: [{ from: 'b/1', code: 'AccessDenied' }] });
  expect(await names()).toEqual(['b/1']);
});

test('a bucket that is not there fails the whole of it', async () => {
  await expect(run({ target: 'nowhere', names: [{ from: 'a', to: 'a' }] })).rejects.toMatchObject({
    code: 'NoSuchBucket',
  });
});
