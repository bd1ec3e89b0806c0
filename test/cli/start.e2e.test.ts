import {
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterEach, expect, test } from 'vitest';
import { newFolder, PlinthProcess } from './plinth-process.ts';

const cleanups: (() => unknown)[] = [];

afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

function folder(): string {
  const { path, remove } = newFolder();
  cleanups.push(remove);
  return path;
}

async function start(path: string, options: Parameters<typeof PlinthProcess.start>[1] = {}) {
  const started = await PlinthProcess.start(path, options);
  cleanups.push(() => started.plinth.stop());
  return started;
}

/** Processes whose command line holds `text`. */
async function processesWith(text: string): Promise<number> {
  const { readdirSync } = await import('node:fs');
  return readdirSync('/proc').filter((name) => {
    try {
      return /^\d+$/.test(name) && readFileSync(`/proc/${name}/cmdline`, 'utf8').includes(text);
    } catch {
      return false;
    }
  }).length;
}

test('one line of JSON when everything is ready, then nothing; SIGTERM leaves no process behind', async () => {
  const path = folder();
  const { plinth, ready } = await start(path);
  expect(Object.keys(ready).sort()).toEqual([
    'anonKey',
    'databaseUrl',
    'dir',
    'jwtSecret',
    'mailUrl',
    'pid',
    'publishableKey',
    's3',
    'secretKey',
    'serviceRoleKey',
    'studioUrl',
    'url',
  ]);
  expect(ready).toMatchObject({
    dir: path,
    pid: plinth.child.pid,
    studioUrl: `${ready.url}/studio`,
  });
  const health = await fetch(`${ready.url}/health`);
  expect([health.status, await health.json()]).toMatchObject([200, { status: 'ok' }]);
  const studio = await fetch(ready.studioUrl);
  expect(studio.status).toBe(200);
  expect(await studio.text()).toContain('Plinth Studio');
  expect((await fetch(ready.mailUrl)).status).toBe(200);
  const database = new pg.Client({ connectionString: ready.databaseUrl });
  await database.connect();
  expect((await database.query('select current_user as me')).rows).toEqual([{ me: 'postgres' }]);
  await database.end();

  expect(await plinth.stop()).toBe(0);
  expect(plinth.stdout).toHaveLength(1);
  expect(await processesWith(path)).toBe(0);
  expect(existsSync(join(path, '.plinth', 'postgres', 'postmaster.pid'))).toBe(false);
});

test("secrets are the owner's alone, generated, and in no log", async () => {
  const path = folder();
  const { plinth, ready } = await start(path, { args: ['--log-level', 'debug'] });
  const file = join(path, '.plinth', 'secrets.json');
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(statSync(join(path, '.plinth')).mode & 0o777).toBe(0o700);
  await fetch(`${ready.url}/rest/v1/nothing?apikey=${ready.secretKey}`, {
    headers: { apikey: ready.secretKey, authorization: `Bearer ${ready.serviceRoleKey}` },
  });
  await plinth.stop();
  const secrets = JSON.parse(readFileSync(file, 'utf8'));
  const log = plinth.stderr + readFileSync(join(path, '.plinth', 'logs', 'postgres.log'), 'utf8');
  const all = [
    ...Object.values(secrets.databasePasswords as Record<string, string>),
    secrets.default.jwtSecret,
    secrets.default.secretKey,
    secrets.default.serviceRoleKey,
    secrets.control.secretKey,
    secrets.setupToken,
  ];
  for (const secret of all) expect(log).not.toContain(secret);
  expect(log).toContain('request');
});

test('a second start on the same folder says who holds it; status and stop find the server', async () => {
  const path = folder();
  const { plinth, ready } = await start(path);
  const second = await PlinthProcess.run([
    'start',
    '--dir',
    path,
    '--port',
    '0',
    '--db-port',
    '0',
    '--json',
  ]);
  expect(second.status).toBe(1);
  expect(second.stderr).toContain(`process ${plinth.child.pid}) runs at ${ready.url}`);
  expect(second.stdout).toBe('');

  const status = await PlinthProcess.run(['status', '--dir', path, '-o', 'env']);
  expect(status.stdout).toContain(`API_URL="${ready.url}"`);
  expect(status.stdout).toContain(`ANON_KEY="${ready.anonKey}"`);
  const stopped = await PlinthProcess.run(['stop', '--dir', path]);
  expect(stopped.status).toBe(0);
  expect(await plinth.ended()).toBe(0);
  expect((await PlinthProcess.run(['status', '--dir', path])).status).toBe(1);
});

test('busy ports and impossible folders end in a sentence', async () => {
  const { ready } = await start(folder());
  const { port } = new URL(ready.url);
  const busy = await PlinthProcess.run([
    'start',
    '--dir',
    folder(),
    '--port',
    port,
    '--db-port',
    '0',
    '--json',
  ]);
  expect([busy.status, busy.stderr]).toEqual([
    1,
    expect.stringMatching(new RegExp(`Port ${port} is in use`)),
  ]);
  const nowhere = await PlinthProcess.run(['start', '--dir', '/nowhere/at/all']);
  expect([nowhere.status, nowhere.stderr]).toEqual([
    1,
    expect.stringContaining('There is no folder'),
  ]);
  const wrong = await PlinthProcess.run(['start', '--dir', folder(), '--port', 'many']);
  expect([wrong.status, wrong.stderr]).toEqual([
    1,
    expect.stringContaining('api.port: "many" must be a whole number'),
  ]);
});

test('migrations are applied in order and recorded, the seed once; a broken one names its place', async () => {
  const path = folder();
  const write = (name: string, text: string): void => {
    mkdirSync(join(path, 'supabase', 'migrations'), { recursive: true });
    writeFileSync(join(path, 'supabase', name), text);
  };
  write('config.toml', 'project_id = "shop"\n[api]\nmax_rows = 2\n');
  write(
    'migrations/20260101000000_tables.sql',
    'create table goods (id int primary key, name text not null);',
  );
  write(
    'migrations/20260102000000_more.sql',
    'alter table goods add column price numeric default 1;',
  );
  write('seed.sql', "insert into goods (id, name) values (1, 'one'), (2, 'two'), (3, 'three');");
  const first = await start(path);
  const headers = { apikey: first.ready.serviceRoleKey };
  const read = (url: string) =>
    fetch(`${url}/rest/v1/goods?select=name,price`, { headers }).then((r) => r.json());
  expect(await read(first.ready.url)).toEqual([
    { name: 'one', price: 1 },
    { name: 'two', price: 1 },
  ]);
  const database = new pg.Client({ connectionString: first.ready.databaseUrl });
  await database.connect();
  const history = await database.query(
    'select version, name from supabase_migrations.schema_migrations order by version',
  );
  expect(history.rows).toEqual([
    { version: '20260101000000', name: 'tables' },
    { version: '20260102000000', name: 'more' },
  ]);
  await database.end();
  await first.plinth.stop();

  write(
    'migrations/20260103000000_broken.sql',
    'create table fine (id int);\n\ncreate tabel wrong (id int);',
  );
  const broken = await PlinthProcess.run([
    'start',
    '--dir',
    path,
    '--port',
    '0',
    '--db-port',
    '0',
    '--json',
  ]);
  expect(broken.status).toBe(1);
  expect(broken.stderr).toMatch(/20260103000000_broken\.sql/);
  expect(broken.stderr).toMatch(/syntax error at or near "tabel"/);
  rmSync(join(path, 'supabase', 'migrations', '20260103000000_broken.sql'));
  const again = await start(path);
  expect(await read(again.ready.url)).toHaveLength(2);
  const fine = await fetch(`${again.ready.url}/rest/v1/fine`, { headers });
  expect(fine.status).toBe(404);
});

test.runIf(process.getuid?.() === 0)('as a normal user', async () => {
  const home = mkdtempSync(join(tmpdir(), 'plinth-home-'));
  cleanups.push(() => rmSync(home, { recursive: true, force: true }));
  const nobody = 65534;
  chownSync(home, nobody, nobody);
  const { ready } = await start(home, { uid: nobody, cwd: home });
  expect((await fetch(`${ready.url}/health`)).status).toBe(200);
  expect(statSync(join(home, '.plinth', 'postgres')).uid).toBe(nobody);
});

test.runIf(process.getuid?.() === 0)('as root in a folder that only root can reach', async () => {
  const home = mkdtempSync(join(tmpdir(), 'plinth-root-'));
  cleanups.push(() => rmSync(home, { recursive: true, force: true }));
  const project = join(home, 'project');
  mkdirSync(project, { mode: 0o700 });
  const { ready } = await start(project);
  expect((await fetch(`${ready.url}/health`)).status).toBe(200);
  expect(statSync(join(project, '.plinth', 'postgres')).uid).not.toBe(0);
});

test('a server that others can reach wants a setup token and a secret of its own', async () => {
  const path = folder();
  const known = 'super-secret-jwt-token-with-at-least-32-characters-long';
  const refused = await PlinthProcess.run(
    ['start', '--dir', path, '--host', '0.0.0.0', '--port', '0', '--db-port', '0', '--json'],
    { environment: { JWT_SECRET: known } },
  );
  expect([refused.status, refused.stderr]).toEqual([
    1,
    expect.stringContaining('public documentation'),
  ]);
  const { ready } = await start(path, { args: ['--host', '0.0.0.0'] });
  const account = { name: 'Eve', email: 'eve@example.com', password: 'a long password' };
  const setUp = await fetch(`${ready.url}/console/v1/setup`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(account),
  });
  expect(setUp.status).toBe(403);
});
