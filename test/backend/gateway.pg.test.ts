import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createTestBackend, type TestBackend } from '@plinth/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';

let backend: TestBackend;

const studioFolder = mkdtempSync(join(tmpdir(), 'plinth-studio-'));

beforeAll(async () => {
  writeFileSync(join(studioFolder, 'index.html'), '<title>Studio</title>');
  backend = await createTestBackend({
    studioFolder,
    schema: 'create table things (id int primary key); insert into things values (1);',
    settings: { 'auth.rate_limit.sign_in_sign_ups': 5, 'auth.rate_limit.token_refresh': 3 },
  });
});

afterAll(async () => {
  await backend.close();
  rmSync(studioFolder, { recursive: true });
});

/** A request as it goes over the wire: fetch would not let a page's own Host or Origin be set. */
function send(
  path: string,
  options: { method?: string; headers?: Record<string, string>; body?: string } = {},
): Promise<{
  status: number;
  headers: Record<string, string | string[] | undefined>;
  body: string;
}> {
  return new Promise((resolve, reject) => {
    const { port } = new URL(backend.url);
    const { method = 'GET', headers = {}, body } = options;
    const message = request({ host: '127.0.0.1', port, path, method, headers }, (answer) => {
      let text = '';
      answer.on('data', (chunk) => {
        text += chunk;
      });
      answer.on('end', () =>
        resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: text }),
      );
    });
    message.on('error', reject);
    message.end(body);
  });
}

const json = { 'content-type': 'application/json' };

test('any origin may call the API, a preflight allows what it asks for', async () => {
  const preflight = await send('/rest/v1/things', {
    method: 'OPTIONS',
    headers: {
      origin: 'https://app.example',
      'access-control-request-method': 'PATCH',
      'access-control-request-headers': 'authorization,apikey,prefer,x-client-info',
    },
  });
  expect(preflight.status).toBe(204);
  expect(preflight.headers).toMatchObject({
    'access-control-allow-origin': '*',
    'access-control-allow-headers': 'authorization,apikey,prefer,x-client-info',
  });
  expect(preflight.headers['access-control-allow-methods']).toContain('PATCH');
  const answer = await send('/rest/v1/things', { headers: { origin: 'https://app.example' } });
  expect(answer.headers['access-control-allow-origin']).toBe('*');
  expect(answer.headers['access-control-expose-headers']).toContain('Content-Range');
});

test('no page of another origin reads the inbox, the console or Studio', async () => {
  const origin = { origin: 'https://evil.example' };
  for (const path of ['/mail/api/v1/messages', '/console/v1/status', '/studio/', '/health']) {
    const answer = await send(path, { headers: origin });
    expect([path, answer.headers['access-control-allow-origin']]).toEqual([path, undefined]);
  }
  const preflight = await send('/console/v1/setup', {
    method: 'OPTIONS',
    headers: { ...origin, 'access-control-request-method': 'POST' },
  });
  expect(preflight.headers['access-control-allow-origin']).toBeUndefined();
});

test('a page that has its name point here (DNS rebinding) gets nothing either', async () => {
  const host = { host: 'evil.example:54321' };
  expect((await send('/mail/api/v1/messages', { headers: host })).status).toBe(403);
  expect((await send('/console/v1/status', { headers: host })).status).toBe(403);
  const setUp = await send('/console/v1/setup', {
    method: 'POST',
    headers: { ...host, ...json },
    body: JSON.stringify({ name: 'Eve', email: 'eve@evil.example', password: 'a long password' }),
  });
  expect(setUp.status).toBe(403);
});

test('the inbox is for this machine, not for what a proxy passes on', async () => {
  expect((await send('/mail/api/v1/messages')).status).toBe(200);
  const proxied = await send('/mail/api/v1/messages', {
    headers: { 'x-forwarded-for': '9.9.9.9' },
  });
  expect(proxied.status).toBe(403);
});

test('every answer has a request id; a proxy may give its own, a strange one is replaced', async () => {
  expect((await send('/rest/v1/things')).headers['x-request-id']).toMatch(/^[\w-]{8,}$/);
  const given = { 'x-request-id': 'trace-1234567890' };
  expect((await send('/rest/v1/things', { headers: given })).headers['x-request-id']).toBe(
    'trace-1234567890',
  );
  const strange = { 'x-request-id': 'a"b<script>' };
  expect(
    (await send('/rest/v1/things', { headers: strange })).headers['x-request-id'],
  ).not.toContain('<');
});

test('projects by prefix and by host; an unknown one is 404', async () => {
  const headers = { apikey: backend.serviceRoleKey };
  expect((await send('/p/default/rest/v1/things', { headers })).status).toBe(200);
  expect(
    (await send('/rest/v1/things', { headers: { ...headers, host: 'default.localhost' } })).status,
  ).toBe(200);
  expect((await send('/p/nobody/rest/v1/things', { headers })).status).toBe(404);
  expect((await send('/rest/v1/things', { headers: { host: 'nobody.localhost' } })).status).toBe(
    404,
  );
  expect((await send('/p/control/rest/v1/members')).status).toBe(404);
  const key = { apikey: backend.serviceRoleKey };
  expect((await send('/p/control/auth/v1/admin/users', { headers: key })).status).toBe(403);
});

test('unknown paths and wrong methods are answered in the dialect of their service', async () => {
  const nowhere = await send('/nowhere');
  expect(nowhere.status).toBe(404);
  const auth = await send('/auth/v1/nowhere', { headers: { apikey: backend.anonKey } });
  expect([auth.status, Object.keys(JSON.parse(auth.body)).sort()]).toEqual([
    404,
    ['code', 'error_code', 'msg'],
  ]);
  const data = await send('/rest/v1/a/b/c', { headers: { apikey: backend.anonKey } });
  expect([data.status, JSON.parse(data.body).code]).toEqual([404, 'PGRST125']);
});

test('a body over the limit of its service is refused', async () => {
  const large = JSON.stringify({ email: 'a@b.example', password: 'x'.repeat(1_200_000) });
  const answer = await send('/auth/v1/signup', { method: 'POST', headers: json, body: large });
  expect([answer.status, JSON.parse(answer.body).error_code]).toEqual([
    413,
    'request_entity_too_large',
  ]);
});

test('rate limits hold for strangers, each address by itself, with the time to wait', async () => {
  const attempt = (address: string) =>
    send('/auth/v1/token?grant_type=refresh_token', {
      method: 'POST',
      headers: { ...json, 'x-forwarded-for': address },
      body: '{"refresh_token":"nothing"}',
    });
  const statuses: number[] = [];
  for (let turn = 0; turn < 4; turn += 1) statuses.push((await attempt('1.1.1.1')).status);
  expect(statuses).toEqual([400, 400, 400, 429]);
  const limited = await attempt('1.1.1.1');
  expect(JSON.parse(limited.body).error_code).toBe('over_request_rate_limit');
  expect(Number(limited.headers['retry-after'])).toBeGreaterThan(0);
});

test('hostile requests never bring about a 5xx', async () => {
  const paths = [
    '/rest/v1/%00',
    '/rest/v1/%ff%fe',
    '/rest/v1/things?id=eq.%00',
    '/rest/v1/things?select=%00',
    '/rest/v1/things?or=((((((((',
    `/rest/v1/things?select=${'a('.repeat(500)}`,
    '/rest/v1/rpc/%27',
    '/auth/v1/verify?token=%00&type=signup',
    '/auth/v1/verify?type=%ff',
    '/auth/v1/admin/users/%00',
    '/console/v1/projects/%00/tables/x',
    '/p/%00/rest/v1/',
    '/p//rest/v1',
    '//',
    '/studio/../../etc/passwd',
    '/studio/%2e%2e/%2e%2e/etc/passwd',
    '/studio/assets/%2e%2e%2f%2e%2e%2fpackage.json',
    '/mail/api/v1/message/%00',
  ];
  for (const path of paths) {
    const answer = await send(path, { headers: { apikey: backend.serviceRoleKey } });
    expect([path, answer.status < 500, answer.body.includes('root:')]).toEqual([path, true, false]);
  }
  const bodies = [
    '',
    '{',
    'null',
    '[]',
    '"x"',
    '{"email":{}}',
    '{"email":"\\u0000@x.example","password":"xxxxxx"}',
    '1e999',
  ];
  for (const body of bodies) {
    for (const path of [
      '/auth/v1/signup',
      '/auth/v1/otp',
      '/auth/v1/verify',
      '/console/v1/setup',
      '/rest/v1/things',
    ]) {
      const answer = await send(path, {
        method: 'POST',
        headers: { ...json, apikey: backend.anonKey },
        body,
      });
      expect([path, body, answer.status < 500]).toEqual([path, body, true]);
    }
  }
});

test.each([
  ['Data API', '/rest/v1/%E0%A4%A', 400, { code: 'PGRST100' }],
  ['Auth API', '/auth/v1/%zz', 400, { error_code: 'validation_failed' }],
  ['Storage API', '/storage/v1/object/photos/%zz', 400, { statusCode: '400' }],
  ['Data API, too long', `/rest/v1/${'a'.repeat(5_000)}`, 414, { code: 'PGRST100' }],
  ['no service', '/elsewhere/%zz', 400, {}],
] as const)(
  'a URL that no route can take is refused in the words of its service: %s',
  async (_, path, status, body) => {
    const answer = await send(path);
    expect(answer.status).toBe(status);
    expect(JSON.parse(answer.body)).toMatchObject(body);
    expect(answer.body).not.toContain('FST_ERR');
  },
);
