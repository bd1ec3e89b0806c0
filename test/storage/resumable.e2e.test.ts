import { createHash, randomBytes } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { type ClientRequest, request } from 'node:http';
import { join } from 'node:path';
import type { ReadyInfo } from '@plinth/server';
import pg from 'pg';
import { Upload } from 'tus-js-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newFolder, PlinthProcess } from '../cli/plinth-process.ts';

const folder = newFolder();
const kills = 5;
const chunkSize = 1_000_000;
const content = randomBytes(30 * chunkSize);

let plinth: PlinthProcess;
let ready: ReadyInfo;

async function start(): Promise<void> {
  ({ plinth, ready } = await PlinthProcess.start(folder.path));
}

beforeAll(async () => {
  await start();
  const response = await fetch(`${ready.url}/storage/v1/bucket`, {
    method: 'POST',
    headers: { ...authorization(), 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'films', public: true }),
  });
  expect(response.status).toBe(200);
});

afterAll(async () => {
  await plinth.stop();
  folder.remove();
});

const authorization = () => ({ authorization: `Bearer ${ready.serviceRoleKey}` });

/** The same upload at the server that runs now: its port is another after each start. */
const here = (url: string): string => `${ready.url}${new URL(url).pathname}`;

/** Sends chunks with tus-js-client; `after` chunks on it kills the server. Gives the upload's URL. */
function send(objectName: string, url: string | null, after: number): Promise<string> {
  return new Promise((resolve, reject) => {
    let left = after;
    const upload = new Upload(content, {
      endpoint: `${ready.url}/storage/v1/upload/resumable`,
      uploadUrl: url === null ? null : here(url),
      headers: authorization(),
      metadata: { bucketName: 'films', objectName, contentType: 'video/mp4' },
      chunkSize,
      retryDelays: null,
      onChunkComplete: () => {
        left -= 1;
        if (left === 0) void plinth.stop('SIGKILL');
      },
      onError: (error) => {
        if (left <= 0) resolve(upload.url ?? '');
        else reject(error);
      },
      onSuccess: () => resolve(upload.url ?? ''),
    });
    upload.start();
  });
}

async function expectStored(objectName: string): Promise<void> {
  const response = await fetch(`${ready.url}/storage/v1/object/public/films/${objectName}`);
  expect(response.status).toBe(200);
  const bytes = Buffer.from(await response.arrayBuffer());
  expect(bytes.equals(content)).toBe(true);
  const md5 = createHash('md5').update(content).digest('hex');
  expect(response.headers.get('etag')).toBe(`"${md5}"`);
  expect(readdirSync(join(folder.path, '.plinth', 'storage', 'uploads'))).toEqual([]);
}

test(`an upload whose server is killed ${kills} times ends as the same bytes`, async () => {
  let url: string | null = null;
  for (let kill = 1; kill <= kills; kill += 1) {
    url = await send('killed.mp4', url, 2 + kill);
    await plinth.ended();
    await start();
    const missing = await fetch(`${ready.url}/storage/v1/object/public/films/killed.mp4`);
    expect(missing.status).toBe(400);
  }
  await send('killed.mp4', url, Number.POSITIVE_INFINITY);
  await expectStored('killed.mp4');
}, 120_000);

test('one long request that falls silent is killed: what it had sent is kept', async () => {
  const location = await create('long.mp4');
  const sending = patch(location);
  sending.on('error', () => {});
  sending.write(content.subarray(0, 20_000_000));
  const database = new pg.Client({ connectionString: ready.databaseUrl });
  await database.connect();
  database.on('error', () => {});
  const offset = async (): Promise<number> => {
    const { rows } = await database.query(
      `select upload_offset from storage.resumable_uploads where key = 'long.mp4'`,
    );
    return Number(rows[0]?.upload_offset);
  };
  await expect.poll(offset, { timeout: 20_000 }).toBe(20_000_000);
  await database.end();
  await plinth.stop('SIGKILL');
  await start();
  const head = await fetch(here(location), {
    method: 'HEAD',
    headers: { ...authorization(), 'tus-resumable': '1.0.0' },
  });
  expect(head.headers.get('upload-offset')).toBe('20000000');
  await send('long.mp4', location, Number.POSITIVE_INFINITY);
  await expectStored('long.mp4');
}, 120_000);

async function create(objectName: string): Promise<string> {
  const base64 = (text: string): string => Buffer.from(text).toString('base64');
  const response = await fetch(`${ready.url}/storage/v1/upload/resumable`, {
    method: 'POST',
    headers: {
      ...authorization(),
      'tus-resumable': '1.0.0',
      'upload-length': String(content.length),
      'upload-metadata': `bucketName ${base64('films')},objectName ${base64(objectName)}`,
    },
  });
  expect(response.status).toBe(201);
  return response.headers.get('location') ?? '';
}

/** A PATCH of the whole content whose body is the caller's to write. */
function patch(location: string): ClientRequest {
  const sending = request(location, {
    method: 'PATCH',
    headers: {
      ...authorization(),
      'tus-resumable': '1.0.0',
      'upload-offset': '0',
      'content-type': 'application/offset+octet-stream',
      'content-length': content.length,
    },
  });
  return sending;
}
