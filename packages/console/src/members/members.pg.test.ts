import { sql } from '@plinth/postgres';
import { afterEach, expect, test } from 'vitest';
import {
  createTestConsole,
  secrets,
  type TestConsole,
  type TestConsoleOptions,
} from '../../testkit/test-console.ts';
import type { ConsoleError, ConsoleStatus, Member } from '../api/members.ts';
import type { ProjectDetails, ProjectSummary } from '../api/projects.ts';

let open: TestConsole | undefined;

afterEach(async () => {
  await open?.close();
  open = undefined;
});

async function start(options?: TestConsoleOptions): Promise<TestConsole> {
  open = await createTestConsole(options);
  return open;
}

const owner = { name: 'Ada', email: 'ada@example.com', password: 'correct horse' };

const auditOf = (console: TestConsole) =>
  console.control.query<{
    action: string;
    target: string | null;
    member_id: string;
    details: unknown;
  }>(
    sql`select action, target, member_id::text as member_id, details from console.audit_log order by id`,
  );

test('the first start makes the owner, who then is a member; a second one is refused', async () => {
  const console = await start();
  const before = await console.call<ConsoleStatus>('GET', '/status');
  expect(before).toEqual({
    status: 200,
    body: {
      version: '1.2.3',
      setUp: false,
      setupTokenRequired: false,
      controlUrl: 'http://plinth.test/p/control',
      controlKey: 'sb_publishable_control',
    },
  });
  const made = await console.call<Member>('POST', '/setup', owner);
  expect(made).toMatchObject({
    status: 201,
    body: { email: 'ada@example.com', name: 'Ada', role: 'owner' },
  });
  expect(made.body.createdAt).toMatch(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/);
  expect((await console.call<ConsoleStatus>('GET', '/status')).body.setUp).toBe(true);
  expect(await console.call('POST', '/setup', owner)).toMatchObject({
    status: 409,
    body: { code: 'already_set_up', hint: null },
  });
  expect(await console.call('GET', '/me', undefined, made.body.id)).toEqual({
    status: 200,
    body: made.body,
  });
  const audit = await auditOf(console);
  expect(audit).toMatchObject([
    { action: 'members.set-up', target: 'ada@example.com', member_id: made.body.id },
  ]);
  expect(JSON.stringify(audit)).not.toContain('correct horse');
});

test('of many set-ups at the same time one makes the owner', async () => {
  const console = await start();
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, index) =>
      console.call<ConsoleError>('POST', '/setup', { ...owner, email: `o${index}@example.com` }),
    ),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([201, ...Array(11).fill(409)]);
  expect(await console.control.query(sql`select count(*)::int from console.members`)).toEqual([
    { count: 1 },
  ]);
  expect(await console.control.query(sql`select count(*)::int from auth.users`)).toEqual([
    { count: 1 },
  ]);
});

test('what the account service refuses reaches the caller, and set-up stays open', async () => {
  const console = await start();
  expect(await console.call('POST', '/setup', { ...owner, password: 'short' })).toMatchObject({
    status: 422,
    body: { code: 'weak_password', message: 'Too short' },
  });
  expect(await console.call('POST', '/setup', { ...owner, email: 'nobody' })).toMatchObject({
    status: 400,
    body: { code: 'invalid_request' },
  });
  expect((await console.call('POST', '/setup', owner)).status).toBe(201);
});

test('an account whose member cannot be written is taken back', async () => {
  const console = await start();
  await console.control.as().script(`
    create function refuse() returns trigger language plpgsql as $$ begin raise 'no'; end $$;
    create trigger refuse before insert on console.members for each row execute function refuse();`);
  expect((await console.call('POST', '/setup', owner)).status).toBe(400);
  expect(await console.control.query(sql`select from auth.users`)).toEqual([]);
});

test('a server that others can reach asks for its token', async () => {
  const console = await start({ setupToken: 'from-the-terminal' });
  expect((await console.call<ConsoleStatus>('GET', '/status')).body.setupTokenRequired).toBe(true);
  for (const token of [undefined, '', 'from-the-termina', 'from-the-terminal ']) {
    const answer = await console.call('POST', '/setup', { ...owner, token });
    expect(answer).toMatchObject({ status: 403, body: { code: 'setup_token_invalid' } });
  }
  expect(
    (await console.call('POST', '/setup', { ...owner, token: 'from-the-terminal' })).status,
  ).toBe(201);
});

test('strangers and former members are turned away', async () => {
  const console = await start();
  expect((await console.call('GET', '/me')).status).toBe(401);
  expect(
    await console.call('GET', '/me', undefined, '0b8f3c52-6f0e-4c38-9b0e-000000000000'),
  ).toMatchObject({
    status: 403,
    body: { code: 'not_a_member' },
  });
  const member = await console.addMember('owner');
  await console.control.query(sql`delete from auth.users where id = ${member}`);
  expect((await console.call('GET', '/me', undefined, member)).status).toBe(403);
});

test('members see the projects that they have a role in', async () => {
  const console = await start();
  const admin = await console.addMember('admin');
  const viewer = await console.addMember('viewer', 'developer');
  const outsider = await console.addMember('developer');
  const projects = async (member: string) =>
    (await console.call<ProjectSummary[]>('GET', '/projects', undefined, member)).body;
  expect(await projects(admin)).toEqual([{ ref: 'default', name: 'Test project', role: 'admin' }]);
  expect(await projects(viewer)).toMatchObject([{ role: 'developer' }]);
  expect(await projects(outsider)).toEqual([]);
  for (const path of ['/projects/default', '/projects/other', '/projects/default/schemas']) {
    expect(await console.call('GET', path, undefined, outsider)).toMatchObject({
      status: 404,
      body: { code: 'project_not_found' },
    });
  }
});

test('Home shows the project without its secrets; revealing them takes an admin and is written down', async () => {
  const console = await start();
  await console.project.run('create table a (); create table b ()');
  const developer = await console.addMember('viewer', 'developer');
  const home = await console.call<ProjectDetails>('GET', '/projects/default', undefined, developer);
  expect(home.body).toMatchObject({
    ref: 'default',
    role: 'developer',
    url: 'http://plinth.test',
    mailUrl: 'http://plinth.test/inbox',
    databaseUrl: 'postgresql://postgres:[password]@127.0.0.1:54322/postgres',
    counts: { tables: 2, users: 0 },
    startedAt: '2026-11-20T00:00:00.000Z',
  });
  expect(home.body.postgresVersion).toMatch(/^17\.\d+$/);
  expect(home.body.databaseSize).toBeGreaterThan(1_000_000);
  for (const secret of Object.values(secrets)) {
    expect(JSON.stringify(home.body)).not.toContain(secret);
  }
  const reveal = (member: string) =>
    console.call('POST', '/projects/default/secrets/reveal', undefined, member);
  expect(await reveal(developer)).toMatchObject({ status: 403, body: { code: 'role_required' } });
  expect(await auditOf(console)).toEqual([]);
  const admin = await console.addMember('admin');
  expect(await reveal(admin)).toEqual({ status: 200, body: secrets });
  expect(await auditOf(console)).toMatchObject([
    { action: 'secrets.reveal', target: 'default', member_id: admin, details: {} },
  ]);
});

test('the audit log is only ever added to, even by the superuser', async () => {
  const console = await start();
  const admin = await console.addMember('admin');
  await console.call('POST', '/projects/default/secrets/reveal', undefined, admin);
  for (const statement of [
    sql`update console.audit_log set action = 'x'`,
    sql`delete from console.audit_log`,
    sql`truncate console.audit_log`,
  ]) {
    await expect(console.control.as('postgres').query(statement)).rejects.toMatchObject({
      code: '42501',
    });
    await expect(console.control.query(statement)).rejects.toMatchObject({ code: '42501' });
  }
  await expect(
    console.control.as('authenticator').query(sql`select from console.members`),
  ).rejects.toMatchObject({ code: '42501' });
});

test('every failure has the shape of a ConsoleError', async () => {
  const console = await start();
  const { status, body } = await console.call<ConsoleError>('GET', '/nothing');
  expect(status).toBe(404);
  expect(body).toEqual({
    code: 'not_found',
    message: 'No such route',
    hint: null,
    requestId: expect.any(String),
  });
});
