import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newFolder, PlinthProcess } from './plinth-process.ts';

const folder = newFolder();
const rounds = 20;

beforeAll(async () => {
  const { plinth, ready } = await PlinthProcess.start(folder.path);
  const database = new pg.Client({ connectionString: ready.databaseUrl });
  await database.connect();
  await database.query('create table ledger (n bigint primary key)');
  await database.end();
  await plinth.stop();
});

afterAll(() => folder.remove());

/**
 * Inserts numbers as fast as answers come, on several connections, until the server is gone. Gives the ones
 * that were acknowledged.
 */
async function insertUntilKilled(
  ready: { readonly url: string; readonly serviceRoleKey: string },
  first: number,
  acknowledged: number[],
): Promise<void> {
  let next = first;
  const headers = { apikey: ready.serviceRoleKey, 'content-type': 'application/json' };
  const stream = async (): Promise<void> => {
    for (;;) {
      const n = next;
      next += 1;
      const answer = await fetch(`${ready.url}/rest/v1/ledger`, {
        method: 'POST',
        headers,
        body: JSON.stringify({ n }),
      }).catch(() => undefined);
      if (answer === undefined) return;
      if (answer.status === 201) acknowledged.push(n);
      else if (answer.status < 500) throw new Error(`${answer.status}: ${await answer.text()}`);
      else if (answer.status >= 500) return;
    }
  };
  await Promise.all(Array.from({ length: 6 }, stream));
}

test(`kill -9 of the server and of Postgres in the middle of inserts, ${rounds} times: nothing acknowledged is lost`, async () => {
  const acknowledged: number[] = [];
  let inserted = 0;
  for (let round = 0; round < rounds; round += 1) {
    const { plinth, ready } = await PlinthProcess.start(folder.path);
    const before = acknowledged.length;
    const inserting = insertUntilKilled(ready, round * 1_000_000 + 1, acknowledged);
    await new Promise((resolve) => setTimeout(resolve, 300 + (round % 5) * 80));
    const postmaster = Number(
      readFileSync(join(folder.path, '.plinth', 'postgres', 'postmaster.pid'), 'utf8').split(
        '\n',
      )[0],
    );
    // In turns: Postgres first, the server first, the server alone (its Postgres lives on as an orphan).
    if (round % 3 === 0) process.kill(postmaster, 'SIGKILL');
    plinth.child.kill('SIGKILL');
    if (round % 3 === 1) process.kill(postmaster, 'SIGKILL');
    await Promise.all([inserting, plinth.ended()]);
    inserted += acknowledged.length - before;
  }
  expect(inserted).toBeGreaterThan(rounds * 10);

  const { plinth, ready } = await PlinthProcess.start(folder.path);
  const database = new pg.Client({ connectionString: ready.databaseUrl });
  await database.connect();
  const { rows } = await database.query<{ n: string }>('select n from ledger');
  await database.end();
  const kept = new Set(rows.map(({ n }) => Number(n)));
  expect(acknowledged.filter((n) => !kept.has(n))).toEqual([]);
  expect(await plinth.stop()).toBe(0);
}, 240_000);
