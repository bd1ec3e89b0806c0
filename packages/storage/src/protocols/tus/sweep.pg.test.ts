import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defaultSettings } from '@plinth/config';
import { callerFromClaims } from '@plinth/kernel';
import { sql } from '@plinth/postgres';
import { createTestDatabase, silentLogger, type TestDatabase } from '@plinth/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DiskStore } from '../../backends/disk/disk-store.ts';
import { StorageService } from '../../service.ts';

const folder = mkdtempSync(join(tmpdir(), 'plinth-sweep-'));
let now = Date.now();
let serial = 0;
let database: TestDatabase;
let service: StorageService;

beforeAll(async () => {
  database = await createTestDatabase();
  await database.query(sql`insert into storage.buckets (id, name) values ('b', 'b')`);
  const blobs = new DiskStore(folder);
  await blobs.start();
  service = new StorageService({
    database: database.as('supabase_storage_admin'),
    blobs,
    settings: defaultSettings(),
    jwtSecret: 'secret',
    callers: { resolve: () => callerFromClaims('anonymous', {}, 'anon') },
    clock: { now: () => now },
    random: { bytes: (length) => new Uint8Array(length), uuid: nextId },
    logger: silentLogger,
  });
});
afterAll(async () => {
  await database.close();
  rmSync(folder, { recursive: true });
});

function nextId(): string {
  serial += 1;
  return `00000000-0000-4000-8000-${String(serial).padStart(12, '0')}`;
}

function fileOf(id: string): void {
  mkdirSync(join(folder, 'uploads', id));
  writeFileSync(join(folder, 'uploads', id, 'content'), 'bytes');
}

test('expired uploads go with their bytes; running ones and those of S3 stay; strays go when they are old', async () => {
  const [expired, running, multipart, stray] = [nextId(), nextId(), nextId(), nextId()];
  for (const id of [expired, running, multipart, stray]) fileOf(id);
  for (const [id, life] of [
    [expired, 0],
    [running, 60_000],
  ] as const) {
    await database.query(sql`
      insert into storage.resumable_uploads
        (id, bucket_id, key, upsert, upload_metadata, cache_control, expires_at)
      values (${id}, 'b', 'k', false, '', 'no-cache', ${new Date(now + life)})`);
  }
  await database.query(sql`
    insert into storage.s3_multipart_uploads (id, upload_signature, bucket_id, key, version)
    values (${multipart}, '', 'b', 'k', ${multipart})`);
  await service.resumable.sweep();
  const left = () => readdirSync(join(folder, 'uploads')).sort();
  expect(left()).toEqual([running, multipart, stray]);
  now += service.limits.orphanAge + 60_000;
  await database.query(
    sql`update storage.resumable_uploads set expires_at = ${new Date(now + 60_000)} where id = ${running}`,
  );
  await service.resumable.sweep();
  expect(left()).toEqual([running, multipart]);
});
