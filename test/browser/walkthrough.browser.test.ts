import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { assertAccessible } from './axe.ts';
import { assertBearerRule } from './bearer-rule.ts';
import { TestBrowser, type Visitor } from './browser.ts';
import { eventually } from './eventually.ts';
import { takeScreenshots } from './screenshots.ts';
import { type ServedApp, serveTeamNotes } from './serve-app.ts';
import { type ServerProcess, startServerProcess } from './server-process.ts';

// From nothing to a team at work, on the command as it is built. The table of announcements is what the
// owner makes in Studio here, so the project starts without the migration that has it.

vi.setConfig({ testTimeout: 30_000, hookTimeout: 60_000 });

let server: ServerProcess;
let app: ServedApp;
let browser: TestBrowser;
let owner: Visitor;
let ada: Visitor;
let nora: Visitor;

/** New people confirm their address, and links in mails lead to the app. */
function prepare(folder: string): void {
  const supabase = join(folder, 'supabase');
  for (const name of ['20260922140000_announcements.sql', '20261122090100_live_announcements.sql'])
    rmSync(join(supabase, 'migrations', name));
  const config = join(supabase, 'config.toml');
  const text = readFileSync(config, 'utf8')
    .replace('enable_confirmations = false', 'enable_confirmations = true')
    .replace(/^site_url = .*$/m, `site_url = "${app.url}"`);
  writeFileSync(config, text);
}

beforeAll(async () => {
  app = await serveTeamNotes();
  [server, browser] = await Promise.all([
    startServerProcess('team-notes', prepare),
    TestBrowser.launch(),
  ]);
  await app.build(server.ready);
  [owner, ada, nora] = await Promise.all([browser.visit(), browser.visit(), browser.visit()]);
});

afterEach((context) => browser.endTest(context));

afterAll(async () => {
  await browser?.close();
  await app?.close();
  await server?.close();
});

const openArea = (page: Page, name: string): Promise<void> =>
  page.getByRole('navigation', { name: 'Areas' }).getByRole('link', { name }).click();

const announcements = (page: Page) =>
  page.getByRole('complementary', { name: 'Announcements' }).getByRole('listitem');

/** Opens the latest mail to an address in the built-in inbox and follows its link, as a person does. */
async function followMail({ context, page }: Visitor, address: string): Promise<Page> {
  await page.goto(server.ready.mailUrl);
  await page.getByRole('button', { name: address }).first().click();
  await page.getByRole('heading', { level: 2 }).waitFor();
  await assertAccessible(page, 'inbox');
  const opened = context.waitForEvent('page');
  await page.frameLocator('iframe').getByRole('link').first().click();
  return opened;
}

test('the first visitor of Studio becomes the owner', async () => {
  const { page } = owner;
  await page.goto(server.ready.studioUrl);
  await page.getByRole('heading', { name: 'Create the owner account' }).waitFor();
  await assertAccessible(page, 'set-up');
  await page.getByLabel('Your name').fill('Olga Owner');
  await page.getByLabel('Email').fill('olga@example.com');
  await page.getByLabel('Password', { exact: true }).fill('a long password of mine');
  await page.getByRole('button', { name: 'Create owner account' }).click();
  await page.getByRole('heading', { name: 'team-notes', level: 1 }).waitFor();
  await page.getByText(server.ready.publishableKey).first().waitFor();
  await assertAccessible(page, 'home');
});

test('a table is made with a form, and is a migration', async () => {
  const { page } = owner;
  await openArea(page, 'Table editor');
  await page.getByRole('button', { name: 'New table' }).first().click();
  const form = page.getByRole('dialog', { name: 'New table in public' });
  await form.getByLabel('Name', { exact: true }).fill('announcements');
  await form.getByRole('button', { name: 'Add column' }).click();
  await form.getByLabel('Name of column 3').fill('message');
  const sql = form.getByRole('region', { name: 'SQL' });
  await sql.getByText(/create table/i).waitFor();
  await assertAccessible(page, 'new table');
  await form.getByRole('button', { name: 'Create table' }).click();
  await page.getByRole('heading', { name: 'announcements', level: 1 }).waitFor();
  await page.getByText('RLS on, no policy').waitFor();

  const folder = join(server.folder, 'supabase', 'migrations');
  const written = readdirSync(folder).sort().at(-1) ?? '';
  expect(written).toMatch(/^\d{14}_.*announcements.*\.sql$/);
  expect(readFileSync(join(folder, written), 'utf8')).toMatch(/enable row level security/i);
});

test('rows are added with a form', async () => {
  const { page } = owner;
  for (const message of ['The kitchen is closed on Friday.', 'The second oven is here.']) {
    await page.getByRole('button', { name: 'New row' }).first().click();
    const form = page.getByRole('dialog', { name: 'New row in announcements' });
    await form.getByRole('textbox', { name: 'message' }).fill(message);
    await assertAccessible(page, 'new row');
    await form.getByRole('button', { name: 'Insert row' }).click();
    await page.getByRole('gridcell', { name: message }).waitFor();
  }
  await assertAccessible(page, 'rows');
});

test('somebody signs up in the app, and confirms by mail', async () => {
  const { page } = nora;
  await page.goto(`${app.url}/sign-up`);
  await page.getByLabel('Your name').fill('Nora Newcomer');
  await page.getByLabel('Email').fill('nora@example.com');
  await page.getByLabel('Password', { exact: true }).fill('correct horse');
  await assertAccessible(page, 'sign up');
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.getByRole('heading', { name: 'Check your mail' }).waitFor();
  nora = { ...nora, page: await followMail(nora, 'nora@example.com') };
  await nora.page.getByRole('heading', { name: 'Start your first notebook' }).waitFor();
  await nora.page.getByText('Nora Newcomer').waitFor();
});

test('nobody reads a table without a policy; with one, the rows of Studio are in the app', async () => {
  expect(await announcements(nora.page).count()).toBe(0);
  await openArea(owner.page, 'SQL editor');
  await owner.page
    .getByRole('textbox', { name: 'SQL' })
    .fill(
      'create policy "Everybody reads" on public.announcements for select to authenticated using (true)',
    );
  await owner.page.getByRole('button', { name: 'Run' }).click();
  await owner.page.getByText('CREATE POLICY: done').waitFor();
  await assertAccessible(owner.page, 'SQL editor');

  await nora.page.reload();
  await eventually(() => announcements(nora.page).allTextContents()).toEqual([
    expect.stringContaining('The second oven is here.'),
    expect.stringContaining('The kitchen is closed on Friday.'),
  ]);
  await assertAccessible(nora.page, 'announcements');
  await nora.page.getByRole('button', { name: 'Put the announcements away' }).click();
  await nora.page.reload();
  await nora.page.getByRole('heading', { name: 'Start your first notebook' }).waitFor();
  expect(await announcements(nora.page).count()).toBe(0);
});

test('a link by mail signs in, once; what is edited in Studio is in the app', async () => {
  await openArea(owner.page, 'Table editor');
  const tables = owner.page.getByRole('navigation', { name: 'Tables' });
  await tables.getByRole('link', { name: 'notes', exact: true }).click();
  await owner.page.getByRole('gridcell', { name: 'Suppliers' }).dblclick();
  await owner.page.getByRole('textbox', { name: 'Value of title' }).fill('Mills and dairies');
  await owner.page.keyboard.press('Enter');
  await owner.page.getByRole('button', { name: 'Save changes' }).click();
  await owner.page.getByText('1 row saved').waitFor();
  await assertAccessible(owner.page, 'notes in Studio');

  await ada.page.goto(`${app.url}/sign-in`);
  await ada.page.getByRole('link', { name: 'Sign in by mail' }).click();
  await ada.page.getByRole('heading', { name: 'Sign in by mail' }).waitFor();
  await ada.page.getByLabel('Email').fill('ada@example.com');
  await assertAccessible(ada.page, 'sign in by mail');
  await ada.page.getByRole('button', { name: 'Send the link' }).click();
  await ada.page.getByRole('heading', { name: 'Check your mail' }).waitFor();
  ada = { ...ada, page: await followMail(ada, 'ada@example.com') };
  await announcements(ada.page).first().waitFor();
  const again = await followMail(await browser.visit(), 'ada@example.com');
  await again.getByText('This link has been used already').waitFor();
  await assertAccessible(again, 'used link');
  await ada.page.getByRole('link', { name: /Bakery opening\s*4/ }).click();
  await ada.page.getByRole('link', { name: /Mills and dairies/ }).click();
  await ada.page.getByText('Mill on the river').last().waitFor();
  await assertAccessible(ada.page, 'note');
  await takeScreenshots(ada.page, 'team-notes');
});

test('what is written in the app is in Studio', async () => {
  await ada.page.getByRole('button', { name: 'Edit' }).click();
  await ada.page.getByLabel('Title').fill('Mills, dairies, hens');
  await ada.page.getByRole('button', { name: 'Done' }).click();
  await ada.page.getByRole('heading', { name: 'Mills, dairies, hens' }).waitFor();
  await owner.page.getByRole('button', { name: 'Load again' }).click();
  await owner.page.getByRole('gridcell', { name: 'Mills, dairies, hens' }).waitFor();
});

test('a notebook is for its members: another finds nothing of it until invited', async () => {
  const { page } = nora;
  await page.goto(ada.page.url());
  await page.getByText('There is no such notebook').waitFor();
  await page.getByText('There is no such note', { exact: true }).waitFor();
  await page.goto(`${app.url}/search?q=mill`);
  await page.getByText('0 notes for “mill”').waitFor();

  await ada.page.getByRole('button', { name: 'Share' }).click();
  await ada.page.getByLabel('Invite by email').fill('nora@example.com');
  await ada.page.getByRole('button', { name: 'Invite' }).click();
  await ada.page.getByText('nora@example.com is in.').waitFor();
  await page.reload();
  await page.getByRole('link', { name: /Mills, dairies, hens/ }).click();
  await page.getByRole('button', { name: 'Edit' }).waitFor();
  await assertAccessible(page, 'found note');
});

test('Studio keeps its session over a reload, and signs out', async () => {
  const { page } = owner;
  await page.reload();
  await page.getByRole('heading', { name: 'notes', level: 1 }).waitFor();
  await page.getByRole('button', { name: 'Account of Olga Owner' }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.getByRole('button', { name: 'Sign in' }).waitFor();
  await assertAccessible(page, 'sign-in');
});

test('every call carried the session or the public key, and no secret was in the browser', async () => {
  const { url, publishableKey, serviceRoleKey, secretKey, jwtSecret } = server.ready;
  const status = await fetch(`${url}/console/v1/status`);
  const { controlKey } = (await status.json()) as { controlKey: string };
  const rule = {
    backendUrl: url,
    publicKeys: [publishableKey, controlKey],
    secrets: [serviceRoleKey, secretKey, jwtSecret],
  };
  for (const { log } of [owner, ada, nora]) {
    const { sessionToken, publicKey } = await assertBearerRule(log, rule);
    expect(sessionToken).toBeGreaterThan(5);
    expect(publicKey).toBeGreaterThan(0);
  }
});
