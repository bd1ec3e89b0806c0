import { randomBytes, randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { callerFromClaims } from '@plinth/kernel';
import { createApp, mountService } from '@plinth/server';
import { silentLogger } from '@plinth/testkit';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { inboxDefinition } from './definition.ts';
import { createInbox } from './inbox.ts';

const random = {
  bytes: (length: number): Uint8Array => randomBytes(length),
  uuid: (): string => randomUUID(),
};
const clock = { now: (): number => Date.UTC(2026, 0, 2, 3, 4, 5) };
const inbox = createInbox({ clock, random, sender: { name: 'Notes', address: 'no@reply.co' } });
const app = createApp({ logger: silentLogger, trustProxy: false });
let base = '';

beforeAll(async () => {
  mountService(app, {
    definition: inboxDefinition,
    serviceOf: () => inbox,
    callerOf: () => callerFromClaims('anonymous', {}, 'anon'),
    baseUrlOf: () => base,
    limiterOf: () => undefined,
    logger: silentLogger,
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  base = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}/mail`;
});
beforeEach(() => inbox.delete());
afterAll(async () => {
  await app.close();
  await inbox.close();
});

const mail = (to: string, subject = 'Sign in', text = 'Your code\n123456'): Promise<void> =>
  inbox.send({ to, subject, html: `<p>${text}</p>`, text });

const get = async (path: string): Promise<Record<string, unknown>> =>
  (await (await fetch(base + path)).json()) as Record<string, unknown>;

test('mails are listed newest first, in Mailpit’s shape', async () => {
  await mail('ada@example.com', 'Grüße');
  await mail('grace@example.com');
  const list = await get('/api/v1/messages?limit=1');
  expect(list).toMatchObject({
    total: 2,
    unread: 2,
    count: 1,
    messages_count: 2,
    start: 0,
    messages: [
      {
        ID: expect.any(String),
        Read: false,
        From: { Name: 'Notes', Address: 'no@reply.co' },
        To: [{ Name: '', Address: 'grace@example.com' }],
        Subject: 'Sign in',
        Created: '2026-01-02T03:04:05.000Z',
        Snippet: 'Your code 123456',
        Attachments: 0,
      },
    ],
  });
  const next = await get('/api/v1/messages?limit=1&start=1');
  expect(next.messages).toMatchObject([{ Subject: 'Grüße' }]);
});

test('a mail is read by id or as the latest, and is read then', async () => {
  await mail('ada@example.com');
  const latest = await get('/api/v1/message/latest');
  expect(latest).toMatchObject({
    Subject: 'Sign in',
    Text: 'Your code\n123456',
    HTML: '<p>Your code\n123456</p>',
    To: [{ Address: 'ada@example.com' }],
  });
  expect(await get(`/api/v1/message/${latest.ID}`)).toEqual(latest);
  expect(await get('/api/v1/messages')).toMatchObject({ unread: 0, messages: [{ Read: true }] });
  expect((await fetch(`${base}/api/v1/message/unknown`)).status).toBe(404);
});

test('source and headers are those a mail server would get', async () => {
  await mail('ada@example.com', 'Grüße');
  const raw = await (await fetch(`${base}/api/v1/message/latest/raw`)).text();
  expect(raw).toMatch(/^Content-Type: multipart\/alternative/m);
  const headers = await get('/api/v1/message/latest/headers');
  expect(headers).toMatchObject({
    To: ['ada@example.com'],
    From: ['Notes <no@reply.co>'],
    Subject: [expect.stringMatching(/^=\?UTF-8\?/)],
  });
});

test('mails are searched by recipient, subject and words', async () => {
  await mail('ada@example.com', 'Reset password');
  await mail('grace@example.com', 'Sign in');
  const found = async (query: string): Promise<number> => {
    const { messages } = await get(`/api/v1/search?query=${encodeURIComponent(query)}`);
    return (messages as unknown[]).length;
  };
  expect(await found('to:ada@example.com')).toBe(1);
  expect(await found('to:"ada@example.com" subject:"reset pass"')).toBe(1);
  expect(await found('to:ada subject:sign')).toBe(0);
  expect(await found('123456')).toBe(2);
});

test('mails are thrown away, some or all', async () => {
  await mail('ada@example.com');
  await mail('grace@example.com');
  const { ID } = await get('/api/v1/message/latest');
  const remove = (body?: object): Promise<Response> =>
    fetch(`${base}/api/v1/messages`, {
      method: 'DELETE',
      ...(body !== undefined && {
        body: JSON.stringify(body),
        headers: { 'content-type': 'application/json' },
      }),
    });
  expect(await (await remove({ IDs: [ID] })).text()).toBe('ok');
  expect(inbox.count().total).toBe(1);
  await remove();
  expect(inbox.count().total).toBe(0);
});

test('the inbox is bounded in mails and in bytes', async () => {
  const few = createInbox({ clock, random, mostMails: 3 });
  for (let i = 0; i < 5; i += 1)
    await few.send({ to: `${i}@x.co`, subject: '', html: '', text: '' });
  expect(few.find().map(({ to }) => to.Address)).toEqual(['4@x.co', '3@x.co', '2@x.co']);
  const small = createInbox({ clock, random, mostBytes: 10_000 });
  for (let i = 0; i < 5; i += 1) {
    await small.send({ to: `${i}@x.co`, subject: '', html: 'x'.repeat(2000), text: '' });
  }
  expect(small.count().total).toBeLessThan(3);
});

test('a mail in the browser may do nothing but be read', async () => {
  await inbox.send({ to: 'a@b.co', subject: '', html: '<script>x</script>', text: 'plain' });
  const html = await fetch(`${base}/view/latest.html`);
  expect(html.headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(html.headers.get('content-security-policy')).toMatch(/^sandbox .*default-src 'none'/);
  expect(await (await fetch(`${base}/view/latest.txt`)).text()).toBe('plain');
});

test('the page runs its own script only', async () => {
  const page = await fetch(base);
  expect(page.status).toBe(200);
  expect(page.headers.get('content-security-policy')).toMatch(/script-src 'sha256-[^']+';/);
  expect(await page.text()).toContain('<title>Inbox');
});

test('other sites cannot read the inbox', async () => {
  const answer = await fetch(`${base}/api/v1/messages`, {
    headers: { 'sec-fetch-site': 'cross-site' },
  });
  expect(answer.status).toBe(403);
});
