import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { ReadyInfo } from '@plinth/server';
import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { newFolder, PlinthProcess } from '../cli/plinth-process.ts';

const folder = newFolder();
const rounds = 20;

beforeAll(async () => {
  const { plinth, ready } = await PlinthProcess.start(folder.path);
  const answer = await fetch(`${ready.url}/storage/v1/bucket`, {
    method: 'POST',
    headers: { ...keyOf(ready), 'content-type': 'application/json' },
    body: JSON.stringify({ name: 'ledger' }),
  });
  expect(answer.status).toBe(200);
  await plinth.stop();
});

afterAll(() => folder.remove());

function keyOf({ serviceRoleKey }: ReadyInfo): Record<string, string> {
  return { authorization: `Bearer ${serviceRoleKey}` };
}

/** What stands under a name is known from the name: 1 byte to 300 kB. */
function contentOf(n: number): Buffer {
  return Buffer.alloc(1 + ((n * 7_919) % 300_000), `file ${n};`);
}

/** Uploads new files as fast as answers come until the server is gone; gives the ones it acknowledged. */
async function uploadUntilKilled(ready: ReadyInfo, first: number): Promise<number[]> {
  const acknowledged: number[] = [];
  let next = first;
  const stream = async (): Promise<void> => {
    for (;;) {
      const n = next;
      next += 1;
      const answer = await fetch(`${ready.url}/storage/v1/object/ledger/${n}`, {
        method: 'POST',
        headers: keyOf(ready),
        body: contentOf(n),
      }).catch(() => undefined);
      if (answer === undefined) return;
      if (answer.status === 200) acknowledged.push(n);
    }
  };
  await Promise.all(Array.from({ length: 6 }, stream));
  return acknowledged;
}

/** Replaces one file again and again until the server is gone; gives the last content it acknowledged. */
async function replaceUntilKilled(ready: ReadyInfo, first: number): Promise<number> {
  let acknowledged = first;
  for (let n = first + 1; ; n += 1) {
    const answer = await fetch(`${ready.url}/storage/v1/object/ledger/replaced`, {
      method: 'POST',
      headers: { ...keyOf(ready), 'x-upsert': 'true' },
      body: contentOf(n),
    }).catch(() => undefined);
    if (answer === undefined) return acknowledged;
    if (answer.status === 200) acknowledged = n;
  }
}

async function download(ready: ReadyInfo, name: string): Promise<Buffer> {
  const answer = await fetch(`${ready.url}/storage/v1/object/ledger/${name}`, {
    headers: keyOf(ready),
  });
  expect(answer.status, name).toBe(200);
  return Buffer.from(await answer.arrayBuffer());
}

function blobs(): number {
  const objects = join(folder.path, '.plinth', 'storage', 'objects');
  return readdirSync(objects, { recursive: true, withFileTypes: true }).filter((each) =>
    each.isFile(),
  ).length;
}

test(`kill -9 in the middle of uploads, ${rounds} times: nothing acknowledged is lost, nothing half is seen, no blob stays behind`, async () => {
  const acknowledged: number[] = [];
  let replaced = 0;
  for (let round = 0; round < rounds; round += 1) {
    const { plinth, ready } = await PlinthProcess.start(folder.path);
    const uploading = uploadUntilKilled(ready, round * 100_000 + 1);
    const replacing = replaceUntilKilled(ready, replaced);
    await new Promise((resolve) => setTimeout(resolve, 250 + (round % 5) * 70));
    await plinth.stop('SIGKILL');
    acknowledged.push(...(await uploading));
    replaced = await replacing;
  }
  expect(acknowledged.length).toBeGreaterThan(rounds * 5);

  const { plinth, ready } = await PlinthProcess.start(folder.path);
  const database = new pg.Client({ connectionString: ready.databaseUrl });
  await database.connect();
  const { rows } = await database.query<{ name: string }>('select name from storage.objects');
  const names = new Set(rows.map(({ name }) => name));
  expect(acknowledged.filter((n) => !names.has(String(n)))).toEqual([]);
  for (const name of names) {
    if (name === 'replaced') continue;
    expect((await download(ready, name)).equals(contentOf(Number(name))), name).toBe(true);
  }
  // The last replacement under way may have taken effect without its answer having come.
  const last = await download(ready, 'replaced');
  expect([replaced, replaced + 1].some((n) => last.equals(contentOf(n)))).toBe(true);
  await vi.waitFor(() => expect(blobs()).toBe(names.size), 20_000);
  await database.end();
  expect(await plinth.stop()).toBe(0);
}, 240_000);
