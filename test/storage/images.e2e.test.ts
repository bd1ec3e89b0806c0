import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newFolder, PlinthProcess } from '../cli/plinth-process.ts';

const folder = newFolder();
let plinth: PlinthProcess;
let api: string;
let headers: Record<string, string>;

beforeAll(async () => {
  const started = await PlinthProcess.start(folder.path);
  plinth = started.plinth;
  api = `${started.ready.url}/storage/v1`;
  headers = { authorization: `Bearer ${started.ready.serviceRoleKey}` };
});
afterAll(async () => {
  await plinth.stop();
  folder.remove();
});

test('the command as it is shipped transforms images, and keeps them', async () => {
  const json = { ...headers, 'content-type': 'application/json' };
  const bucket = JSON.stringify({ name: 'open', public: true });
  await fetch(`${api}/bucket`, { method: 'POST', headers: json, body: bucket });
  const body = readFileSync(join(import.meta.dirname, '../../docs/images/team-notes.png'));
  await fetch(`${api}/object/open/a.png`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'image/png' },
    body,
  });
  for (let round = 0; round < 2; round += 1) {
    const response = await fetch(`${api}/render/image/public/open/a.png?width=300&format=webp`);
    expect(response.status).toBe(200);
    const image = Buffer.from(await response.arrayBuffer());
    expect(response.headers.get('content-type')).toBe('image/webp');
    expect(image.toString('latin1', 8, 12)).toBe('WEBP');
    expect(image.length).toBeLessThan(body.length);
  }
});
