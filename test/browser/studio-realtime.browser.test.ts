import { randomUUID } from 'node:crypto';
import { sql } from '@plinth/postgres';
import { RealtimeClient } from '@supabase/supabase-js';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import ws from 'ws';
import { eventually } from './eventually.ts';
import { takeScreenshots } from './screenshots.ts';
import { assertAccessibleInBothThemes, owner, StudioUnderTest } from './studio.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const path = '/project/default/realtime';

const schema = `
  create table public.notes (id int primary key generated always as identity, title text, body text);
  alter table public.notes enable row level security;
  create table public.tags (id int primary key, name text);
  create table public.tasks (id int primary key, title text, state text);
  insert into public.tasks select n, 'Task ' || n, 'open' from generate_series(1, 60) n;
  alter publication supabase_realtime add table public.tasks;
  alter publication supabase_realtime add table public.notes;
  create policy "Members of a team listen" on realtime.messages for select to authenticated
    using (realtime.topic() = 'team:' || (auth.jwt() -> 'app_metadata' ->> 'team'));
  create policy "Everybody speaks" on realtime.messages for insert to authenticated
    with check (extension = 'broadcast');
`;

let studio: StudioUnderTest;

beforeAll(async () => {
  studio = await StudioUnderTest.start({ schema });
});

afterEach((context) => studio.endTest(context));

afterAll(() => studio?.close());

/** A channel of the application that has joined, heard into a list. */
async function appChannel(topic: string, key = studio.backend.publishableKey, isPrivate = false) {
  const client = new RealtimeClient(`${studio.backend.url.replace('http', 'ws')}/realtime/v1`, {
    transport: ws as never,
    params: { apikey: key },
  });
  onTestFinished(() => void client.disconnect());
  const heard: unknown[] = [];
  const channel = client
    .channel(topic, { config: { private: isPrivate, presence: { key: 'ada' } } })
    .on('broadcast', { event: '*' }, ({ event, payload }) => heard.push({ event, payload }));
  await new Promise<void>((resolve, reject) => {
    channel.subscribe((status, error) =>
      status === 'SUBSCRIBED' ? resolve() : reject(error ?? new Error(status)),
    );
  });
  return { channel, heard };
}

const say = (channel: Awaited<ReturnType<typeof appChannel>>['channel'], n: number) =>
  channel.send({ type: 'broadcast', event: 'moved', payload: { n, deep: { list: [1, 2] } } });

const listening = (page: Page): Promise<void> =>
  page.getByText('Listening.', { exact: true }).waitFor();

const messages = (page: Page) => page.getByRole('list', { name: 'Messages' }).getByRole('listitem');

test('the overview fills as clients come, and an empty project shows how to begin', async () => {
  const { page } = await studio.signIn(path);
  await page.getByRole('heading', { name: 'Nobody is connected' }).waitFor();
  await page.getByText('At rest').waitFor();
  await assertAccessibleInBothThemes(page, 'realtime without clients');
  await takeScreenshots(page, 'realtime-empty');
  const { channel } = await appChannel('room:1');
  const link = page.getByRole('table', { name: 'Topics' }).getByRole('link', { name: 'room:1' });
  await link.waitFor();
  await page.getByText('Up to date').waitFor();
  const clients = page.getByRole('table', { name: 'Clients' });
  await clients.getByText('Public key').waitFor();
  await clients.getByText('anon', { exact: true }).waitFor();
  await assertAccessibleInBothThemes(page, 'realtime overview');
  await takeScreenshots(page, 'realtime-overview');
  await page.getByRole('searchbox', { name: 'Find topics' }).fill('nothing like it');
  await page.getByText('Nothing matches nothing like it.').waitFor();
  await page.getByRole('searchbox', { name: 'Find topics' }).fill('ROOM');
  await link.click();
  await page.waitForURL(/\/realtime\/topic\?topic=room/);
  await listening(page);
  await channel.unsubscribe();
});

test('what an application says on a topic appears, is filtered, held back and answered', async () => {
  const { page } = await studio.signIn(`${path}/topic`);
  await page.getByRole('heading', { name: 'Listen to a topic' }).waitFor();
  await takeScreenshots(page, 'realtime-topic-empty');
  const { channel, heard } = await appChannel('room:2');
  await page.getByLabel('Topic', { exact: true }).fill('room:2');
  await page.getByRole('button', { name: 'Join', exact: true }).click();
  await listening(page);
  await say(channel, 1);
  const first = messages(page).filter({ hasText: 'moved' });
  await first.waitFor();
  await first.getByRole('button').first().click();
  await page.getByRole('region', { name: 'moved' }).getByText('"list"').waitFor();
  await channel.track({ name: 'Ada' });
  const presence = page.getByRole('region', { name: 'Presence', exact: true });
  await presence.getByText('1 here').waitFor();
  await presence.getByText('"Ada"').waitFor();
  await messages(page).filter({ hasText: 'ada came' }).waitFor();

  await page.getByRole('button', { name: 'Send', exact: true }).click();
  await eventually(() => {
    expect(heard).toEqual([{ event: 'message', payload: { text: 'hello' } }]);
  });
  await messages(page).filter({ hasText: 'sent by you' }).waitFor();
  await page.getByLabel('Payload, as JSON').fill('{ not json');
  await page.getByText(/This must be JSON/).waitFor();
  await page.getByLabel('Payload, as JSON').fill('{"ok": true}');
  await assertAccessibleInBothThemes(page, 'realtime topic');
  await takeScreenshots(page, 'realtime-topic');

  await page.getByText('Broadcast', { exact: true }).first().click();
  await expect.poll(() => messages(page).count()).toBe(2);
  await page.getByRole('searchbox', { name: 'Find in messages' }).fill('hello');
  await expect.poll(() => messages(page).count()).toBe(1);
  await page.getByRole('searchbox', { name: 'Find in messages' }).fill('');
  await expect.poll(() => messages(page).count()).toBe(2);

  await page.getByRole('button', { name: 'Pause' }).click();
  await say(channel, 2);
  await page.getByText('Paused, 1 more').waitFor();
  expect(await messages(page).count()).toBe(2);
  await page.getByRole('button', { name: 'Go on' }).click();
  await expect.poll(() => messages(page).count()).toBe(3);
  await page.getByRole('button', { name: 'Clear the messages' }).click();
  await page.getByText('Nothing has been said since you joined.').waitFor();

  // What is listened to is in the URL, what was typed in the browser.
  await page.reload();
  await listening(page);
  await say(channel, 3);
  await messages(page).filter({ hasText: '"n":3' }).waitFor();
  expect(await page.getByLabel('Payload, as JSON').inputValue()).toBe('{"ok": true}');
  await page.getByRole('button', { name: 'Leave' }).click();
  await page.getByRole('heading', { name: 'Listen to a topic' }).waitFor();
});

test('private topics are open to a member who may write; database changes are heard beside', async () => {
  const { page } = await studio.signIn(`${path}/topic?topic=team:blue&private=true`);
  await listening(page);
  const { channel } = await appChannel('team:blue', studio.backend.serviceRoleKey, true);
  await say(channel, 1);
  await messages(page).filter({ hasText: 'moved' }).waitFor();
  await page.getByLabel('Database changes').selectOption('public.notes');
  await messages(page).filter({ hasText: 'Subscribed to PostgreSQL' }).waitFor();
  await studio.backend.database.run(`insert into public.notes (title) values ('from SQL')`);
  await messages(page).filter({ hasText: 'INSERT public.notes' }).getByText('from SQL').waitFor();
});

test('the policies say of a user what they may', async () => {
  const [ada] = await studio.backend.database.query<{ id: string }>(sql`
    insert into auth.users (id, aud, email, role, raw_app_meta_data, created_at, updated_at, confirmation_token,
      recovery_token, email_change_token_new, email_change)
    values (gen_random_uuid(), 'authenticated', 'ada@example.com', 'authenticated', '{"team": "blue"}', now(), now(),
      '', '', '', '')
    returning id`);
  const { page } = await studio.signIn(`${path}/policies`);
  await page.getByRole('heading', { name: 'Members of a team listen' }).waitFor();
  await page.getByLabel('Private topic').fill('team:blue');
  await page.getByRole('searchbox', { name: 'Search by email or id' }).fill('ada');
  await page.getByRole('radio', { name: /ada@example.com/ }).check();
  await page.getByRole('button', { name: 'Ask the policies' }).click();
  const verdict = (way: string) => page.getByRole('row', { name: way }).getByRole('cell');
  await expect.poll(() => verdict('Receive').allInnerTexts()).toEqual(['Yes', 'Yes']);
  expect(await verdict('Send').allInnerTexts()).toEqual(['Yes', 'No']);
  await assertAccessibleInBothThemes(page, 'realtime policies');
  await takeScreenshots(page, 'realtime-policies');
  await page.getByLabel('Private topic').fill('team:red');
  await page.getByRole('button', { name: 'Ask the policies' }).click();
  await expect.poll(() => verdict('Receive').allInnerTexts()).toEqual(['No', 'No']);
  expect(page.url()).toContain(`user=${ada?.id}`);
  await page.getByText('anon', { exact: true }).click();
  await expect.poll(() => verdict('Send').allInnerTexts()).toEqual(['No', 'No']);
});

test('tables are made live, with secure deletes, and taken back', async () => {
  const { page } = await studio.signIn(`${path}/tables`);
  const live = page.getByRole('switch', { name: 'Changes of public.tags are live' });
  const secure = page.getByRole('switch', { name: 'Secure deletes of public.notes' });
  await page
    .getByText(/Deletions reach everybody who listens/)
    .last()
    .waitFor();
  await assertAccessibleInBothThemes(page, 'realtime tables');
  await takeScreenshots(page, 'realtime-tables');
  await live.click();
  await page.getByText('public.tags is live').waitFor();
  expect(await live.getAttribute('aria-checked')).toBe('true');
  await secure.click();
  await expect.poll(() => secure.getAttribute('aria-checked')).toBe('true');
  const published = () =>
    studio.backend.database.query<{ name: string }>(sql`
      select tablename as name from pg_publication_tables where pubname = 'supabase_realtime' order by 1`);
  expect(await published()).toEqual([{ name: 'notes' }, { name: 'tags' }, { name: 'tasks' }]);
  await live.click();
  await expect.poll(published).toEqual([{ name: 'notes' }, { name: 'tasks' }]);
});

const tasks = '/project/default/table/public/tasks';

const live = (page: Page): Promise<void> => page.locator('[data-live=on]').waitFor();

/** A cell of tasks by the place of its row and column. */
const taskCell = (page: Page, row: number, column: number) =>
  page.locator(`[data-row="${row}"] [data-column="${column}"]`);

async function edit(page: Page, row: number, column: number, value: string): Promise<void> {
  await taskCell(page, row, column).click();
  await page.keyboard.press('Enter');
  const field = page.getByRole('textbox', { name: /^Value of/ });
  await field.fill(value);
  await field.press('Control+Enter');
}

test("another member's edit appears in the table, and what is new and what has gone", async () => {
  const [one, two] = [await studio.signIn(tasks), await studio.signIn(tasks)];
  await Promise.all([live(one.page), live(two.page)]);
  await edit(one.page, 2, 1, 'Done by one');
  await one.page.getByRole('button', { name: 'Save changes' }).click();
  await taskCell(two.page, 2, 1).getByText('Done by one').waitFor();
  await two.page.locator('[data-row="2"] [data-fresh]').first().waitFor();
  await takeScreenshots(two.page, 'realtime-table-editor');
  await studio.backend.database.run(`
    delete from public.tasks where id = 2; insert into public.tasks values (0, 'First of all', 'open')`);
  for (const { page } of [one, two]) {
    await taskCell(page, 0, 1).getByText('First of all').waitFor();
    await expect.poll(() => taskCell(page, 2, 1).textContent()).toBe('Done by one');
    await page.getByText('60 rows', { exact: true }).first().waitFor();
  }
});

test('who reads further down does not lose the place; the active cell goes along with its row', async () => {
  const { page } = await studio.signIn(tasks);
  await live(page);
  await page.getByRole('grid').hover();
  await page.mouse.wheel(0, 640);
  const row = page.getByRole('row').filter({ hasText: 'Task 30' });
  await row.getByText('Task 30').click();
  const top = async (): Promise<number> => Math.round((await row.boundingBox())?.y ?? 0);
  const before = await top();
  await studio.backend.database.run(`
    insert into public.tasks select -n, 'Before ' || n, 'open' from generate_series(1, 3) n`);
  await page.getByText('63 rows', { exact: true }).first().waitFor();
  await expect.poll(() => row.getAttribute('data-row')).toBe('32');
  expect(await top()).toBe(before);
  const active = await page.getByRole('grid').getAttribute('aria-activedescendant');
  expect(active).toMatch(/-32-1$/);
});

test('staged edits are never lost: what somebody else has changed below them is marked', async () => {
  const { page } = await studio.signIn(tasks);
  await live(page);
  await page.getByText('Task 10', { exact: true }).waitFor();
  const row = page.getByRole('row').filter({ hasText: 'Task 10' });
  const index = Number(await row.getAttribute('data-row'));
  await edit(page, index, 1, 'Mine');
  // While something is typed nothing moves.
  await taskCell(page, index, 2).click();
  await page.keyboard.press('Enter');
  const field = page.getByRole('textbox', { name: /^Value of/ });
  await field.fill('half');
  await studio.backend.database.run(`update public.tasks set title = 'Theirs' where id = 10`);
  await page.getByText('1 row needs a look').waitFor();
  expect(await field.inputValue()).toBe('half');
  await field.press('Escape');
  await taskCell(page, index, 1).getByText('Mine').waitFor();
  await page.getByRole('button', { name: 'Review' }).click();
  await page.getByText('Someone else has changed title to Theirs').waitFor();
  await assertAccessibleInBothThemes(page, 'a conflict in the table editor');
  await takeScreenshots(page, 'realtime-conflict');
  await page.getByRole('button', { name: 'Overwrite with mine' }).click();
  await page.getByText('Someone else has changed title to Theirs').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Save changes' }).last().click();
  await eventually(async () => {
    const [saved] = await studio.backend.database.query<{ title: string }>(
      sql`select title from public.tasks where id = 10`,
    );
    expect(saved?.title).toBe('Mine');
  });
});

test('a table that is not live can be made so from its editor', async () => {
  const { page } = await studio.signIn('/project/default/table/public/tags');
  await page.getByRole('button', { name: 'Make live' }).click();
  await page.getByText(/everybody with the public key will receive/).waitFor();
  await assertAccessibleInBothThemes(page, 'making a table live');
  await takeScreenshots(page, 'realtime-make-live');
  await page.getByRole('dialog').getByRole('button', { name: 'Make live' }).click();
  await live(page);
  await studio.backend.database.run(`insert into public.tags values (1, 'fresh')`);
  await taskCell(page, 0, 1).getByText('fresh').waitFor();
});

test('a viewer sees what a visitor may, and can change nothing', async () => {
  const email = await addViewer();
  const visitor = await studio.visit(path);
  const { page } = visitor;
  // Before her role is known, Studio may ask for what a viewer is refused.
  visitor.tolerate(/status of 403/);
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(owner.password);
  await page.getByRole('button', { name: 'Sign in' }).click();
  const { channel } = await appChannel('room:3');
  await page.getByRole('table', { name: 'Topics' }).getByText('room:3').waitFor();
  await page.getByText(/Who is connected and from where/).waitFor();
  await page.goto(studio.urlOf(`${path}/topic?topic=room:3`));
  await listening(page);
  await say(channel, 1);
  await messages(page).filter({ hasText: 'moved' }).waitFor();
  expect(await page.getByRole('button', { name: 'Send', exact: true }).count()).toBe(0);
  await page.goto(studio.urlOf(`${path}/topic?topic=team:blue&private=true`));
  await page.getByText(/You do not have permissions to read/).waitFor();
  await page.goto(studio.urlOf(`${path}/tables`));
  const live = page.getByRole('switch', { name: 'Changes of public.notes are live' });
  await live.waitFor();
  expect(await live.isDisabled()).toBe(true);
  await page.goto(studio.urlOf(`${path}/policies`));
  await page.getByText(/takes the role developer/).waitFor();
  await page.goto(studio.urlOf(tasks));
  await page.getByText('Task 20', { exact: true }).waitFor();
  expect(await page.locator('[data-live]').count()).toBe(0);
});

/** A member who only looks, with the owner's password; gives the e-mail address. */
async function addViewer(): Promise<string> {
  const email = `vera-${randomUUID()}@example.com`;
  const { controlDatabase } = studio.backend;
  await controlDatabase.query(sql`
    with copied as (
      insert into auth.users (id, instance_id, aud, role, email, encrypted_password, email_confirmed_at, raw_app_meta_data,
        raw_user_meta_data, created_at, updated_at, confirmation_token, recovery_token, email_change_token_new, email_change)
      select gen_random_uuid(), instance_id, aud, role, ${email}, encrypted_password, now(), raw_app_meta_data,
        raw_user_meta_data, now(), now(), '', '', '', '' from auth.users where email = ${owner.email} returning id
    ), member as (
      insert into console.members (id, email, name, role) select id, ${email}, 'Vera', 'viewer' from copied returning id
    )
    insert into console.project_roles (member_id, project_ref, role) select id, 'default', 'viewer' from member`);
  return email;
}
