import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { defaultSettings } from '@plinth/config';
import { callerFromClaims } from '@plinth/kernel';
import { sql } from '@plinth/postgres';
import { createTestDatabase, silentLogger, type TestDatabase } from '@plinth/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DiskStore } from '../../../backends/disk/disk-store.ts';
import { StorageService } from '../../../service.ts';
import { sweepUploads } from './sweep-uploads.ts';

const folder = mkdtempSync(join(tmpdir(), 'plinth-sweep-s3-'));
const blobs = new DiskStore(folder);
const day = 86_400_000;
const now = Date.now();
let database: TestDatabase;
let service: StorageService;

beforeAll(async () => {
  database = await createTestDatabase();
  await database.query(sql`insert into storage.buckets (id, name) values ('b', 'b')`);
  await blobs.start();
  service = new StorageService({
    database: database.as('supabase_storage_admin'),
    blobs,
    settings: defaultSettings(),
    jwtSecret: 'secret',
    callers: { resolve: () => callerFromClaims('anonymous', {}, 'anon') },
    clock: { now: () => now },
    random: { bytes: (length) => new Uint8Array(length), uuid: () => crypto.randomUUID() },
    logger: silentLogger,
  });
});
afterAll(async () => {
  await database.close();
  rmSync(folder, { recursive: true });
});

/** An upload that was begun so many days ago, with a part that came so many days ago. */
async function upload(begun: number, part: number | undefined): Promise<string> {
  const id = crypto.randomUUID();
  const ago = (days: number): Date => new Date(now - days * day);
  await database.query(sql`
    insert into storage.s3_multipart_uploads (id, upload_signature, bucket_id, key, version, created_at)
    values (${id}, '', 'b', 'k', ${id}, ${ago(begun)})`);
  if (part === undefined) return id;
  await blobs.uploads.writePart(id, 1, [Buffer.from('part')] as unknown as AsyncIterable<Buffer>);
  await database.query(sql`
    insert into storage.s3_multipart_uploads_parts
      (upload_id, part_number, bucket_id, key, etag, version, created_at)
    values (${id}, 1, 'b', 'k', 'e', '1', ${ago(part)})`);
  return id;
}

test('uploads that nobody has sent a part of for a week go with their parts; others stay', async () => {
  const stale = [await upload(8, undefined), await upload(30, 8)];
  const kept = [await upload(6, undefined), await upload(30, 6)];
  await sweepUploads(service);
  const rows = await database.query<{ id: string }>(
    sql`select id from storage.s3_multipart_uploads`,
  );
  expect(rows.map(({ id }) => id).sort()).toEqual([...kept].sort());
  const folders = readdirSync(join(folder, 'uploads'));
  expect(folders).toEqual([kept[1]]);
  const parts = await database.query(
    sql`select from storage.s3_multipart_uploads_parts where upload_id = any(${stale}::text[])`,
  );
  expect(parts).toEqual([]);
});
