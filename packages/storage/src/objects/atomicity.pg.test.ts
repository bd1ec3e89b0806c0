import { createHash, randomUUID } from 'node:crypto';
import { readdir, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { sql } from '@plinth/postgres';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type StorageBackend, startStorage } from '../../test/adapters/storage-backend.ts';
import type { ByteSource } from '../backends/blob-store.ts';
import { Sweeper } from '../sweep/sweeper.ts';

let backend: StorageBackend;
beforeAll(async () => {
  backend = await startStorage();
  await backend.service.storage.createBucket('b', { public: true });
});
afterAll(() => backend.close());

const bucket = () => backend.service.storage.from('b');

/** Versions that lie on disk. */
async function blobs(): Promise<string[]> {
  const files = await readdir(join(backend.storageFolder, 'objects'), { recursive: true });
  return files.filter((file) => file.length > 30).map((file) => file.slice(3));
}

async function temporaryFiles(): Promise<string[]> {
  return readdir(join(backend.storageFolder, 'tmp'));
}

test('of twenty parallel creates of one name exactly one succeeds, and its bytes stay', async () => {
  const contents = Array.from({ length: 20 }, (_, index) => `content ${index}`.repeat(1_000));
  const results = await Promise.all(contents.map((content) => bucket().upload('race', content)));
  const winners = results.flatMap(({ error }, index) => (error === null ? [index] : []));
  expect(winners).toHaveLength(1);
  for (const { error } of results) {
    if (error !== null) expect(error).toMatchObject({ statusCode: '409' });
  }
  expect(await (await bucket().download('race')).data?.text()).toBe(contents[winners[0] ?? -1]);
  const [{ count } = { count: '' }] = await backend.database.query<{ count: string }>(
    sql`select count(*) from storage.objects where version is not null`,
  );
  expect(await blobs()).toHaveLength(Number(count));
});

test('readers of an object that is overwritten a thousand times never see half of it, or nothing', async () => {
  // Every tenth is large enough to be streamed.
  const version = (index: number) =>
    `${index}:`.padEnd(index % 10 === 0 ? 280_000 : 2_000, String(index % 10));
  await bucket().upload('busy', version(0));
  let writing = true;
  const seen = { reads: 0, wrong: [] as string[] };
  const reader = async (): Promise<void> => {
    while (writing) {
      const response = await backend.call('/object/public/b/busy', { key: null });
      const text = await response.text();
      seen.reads += 1;
      const index = Number(text.split(':')[0]);
      if (response.status !== 200 || text !== version(index)) seen.wrong.push(text.slice(0, 80));
    }
  };
  const readers = Array.from({ length: 4 }, reader);
  const writer = async (from: number): Promise<void> => {
    for (let index = from; index < from + 250; index += 1) {
      const { error } = await bucket().upload('busy', version(index), { upsert: true });
      if (error !== null) seen.wrong.push(error.message);
    }
  };
  await Promise.all([0, 250, 500, 750].map(writer));
  writing = false;
  await Promise.all(readers);
  expect(seen.wrong).toEqual([]);
  expect(seen.reads).toBeGreaterThan(10);
}, 300_000);

test('an upload that breaks leaves nothing', async () => {
  const before = await blobs();
  const { port } = new URL(backend.url);
  await new Promise<void>((resolve, reject) => {
    const socket = connect(Number(port), '127.0.0.1', () => {
      socket.write(
        `POST /storage/v1/object/b/cut HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${backend.serviceRoleKey}\r\n` +
          `content-length: 1000000\r\n\r\n${'x'.repeat(500_000)}`,
        () => setTimeout(() => socket.destroy(), 50),
      );
    });
    socket.on('close', () => resolve());
    socket.on('error', reject);
  });
  await expect.poll(temporaryFiles).toEqual([]);
  expect((await bucket().exists('cut')).data).toBe(false);
  expect((await blobs()).filter((blob) => !before.includes(blob))).toEqual([]);
});

test('a form that ends too early leaves nothing, and says so', async () => {
  const response = await backend.call('/object/b/form', {
    method: 'POST',
    headers: { 'content-type': 'multipart/form-data; boundary=xx' },
    body: '--xx\r\ncontent-disposition: form-data; name=""; filename="a"\r\ncontent-type: text/plain\r\n\r\nhalf of',
  });
  expect(response.status).toBe(400);
  expect(await response.json()).toMatchObject({ code: 'InvalidRequest' });
  expect((await bucket().exists('form')).data).toBe(false);
  expect(await temporaryFiles()).toEqual([]);
});

test('bytes that nothing names are removed after a while: replaced, deleted, or left by a crash', async () => {
  await bucket().upload('swept', 'one');
  await bucket().upload('swept', 'two', { upsert: true });
  await bucket().upload('swept-too', 'three');
  await bucket().remove(['swept-too']);
  const orphan = '0b5c0a52-7c3c-4c1e-9d0b-6a1f0a9f0001';
  await writeFile(join(backend.storageFolder, 'objects', '0b', orphan), 'left by a crash');
  const retired = await backend.database.query<{ version: string }>(
    sql`select version from storage.retired_blobs`,
  );
  expect(retired.length).toBeGreaterThanOrEqual(2);
  await backend.storage.sweeper.sweep();
  expect(await blobs()).toContain(orphan);
  await backend.database.query(
    sql`update storage.retired_blobs set retired_at = now() - interval '1 minute'`,
  );
  Object.assign(backend.storage.limits, { orphanAge: -60_000 });
  await backend.storage.sweeper.sweep();
  const rows = await backend.database.query<{ version: string }>(
    sql`select version from storage.objects where version is not null`,
  );
  expect((await blobs()).sort()).toEqual(rows.map(({ version }) => version).sort());
  expect(await (await bucket().download('swept')).data?.text()).toBe('two');
  const left = await backend.database.query(sql`select from storage.retired_blobs`);
  expect(left).toEqual([]);
});

test('bytes that a crash kept from their row are never seen, and go with the first sweep of the next start', async () => {
  async function* content(): ByteSource {
    yield Buffer.from('no row names it');
  }
  const [lost, half] = [randomUUID(), randomUUID()];
  await backend.storage.blobs.write(lost, content());
  await writeFile(join(backend.storageFolder, 'objects', half.slice(0, 2), half), 'half of a sma');
  await bucket().upload('named', 'its row came in time');
  expect((await bucket().list()).data?.map(({ name }) => name)).not.toContain(lost);
  // A file that is younger than the start may be an upload under way.
  Object.assign(backend.storage.limits, { orphanAge: 3_600_000 });
  await backend.storage.sweeper.sweep();
  expect(await blobs()).toEqual(expect.arrayContaining([lost, half]));
  await vi.waitFor(async () => {
    await new Sweeper(backend.storage).sweep();
    const left = await blobs();
    expect([left.includes(lost), left.includes(half)]).toEqual([false, false]);
  }, 10_000);
  expect(await (await bucket().download('named')).data?.text()).toBe('its row came in time');
});

test('the ETag is the MD5 of the content', async () => {
  await bucket().upload('etag', 'content');
  const { data } = await bucket().info('etag');
  expect(data?.etag).toBe(`"${createHash('md5').update('content').digest('hex')}"`);
});
