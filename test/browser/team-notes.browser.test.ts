import type { Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { assertAccessible } from './axe.ts';
import type { Visitor } from './browser.ts';
import { eventually } from './eventually.ts';
import { restFromPage } from './page-session.ts';
import { takeScreenshots } from './screenshots.ts';
import { openNotebook, row, TeamNotesUnderTest, write } from './team-notes.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 90_000 });

let teamNotes: TeamNotesUnderTest;
let ada: Visitor;
let bob: Visitor;

beforeAll(async () => {
  teamNotes = await TeamNotesUnderTest.start();
  const { browser } = teamNotes;
  [ada, bob] = await Promise.all([browser.visit(), browser.visit()]);
});

afterEach((context) => teamNotes.browser.endTest(context));

afterAll(() => teamNotes?.close());

const saved = (page: Page): Promise<void> => page.getByText('Saved', { exact: true }).waitFor();

test('two people sign up; a name from the form becomes a profile', async () => {
  await ada.page.goto(`${teamNotes.app.url}/sign-in`);
  await ada.page.getByRole('heading', { name: 'Welcome back' }).waitFor();
  await assertAccessible(ada.page, 'sign in');
  await takeScreenshots(ada.page, 'sign-in');
  await Promise.all([
    teamNotes.signUp(ada, 'Ada Lindqvist', 'ada@example.com'),
    teamNotes.signUp(bob, 'Bob Sawyer', 'bob@example.com'),
  ]);
  await assertAccessible(ada.page, 'welcome');
  await takeScreenshots(ada.page, 'welcome');
  await ada.page.getByText('Ada Lindqvist').waitFor();
});

test('somebody makes a notebook and writes; what is written stays, as text', async () => {
  const { page } = ada;
  await page.getByRole('button', { name: 'Create a notebook' }).click();
  await assertAccessible(page, 'new notebook');
  await page.getByLabel('Name').fill('Bakery opening');
  await page.getByRole('radio', { name: 'moss' }).check();
  await page.getByRole('dialog').getByRole('button', { name: 'Create notebook' }).click();
  await page.getByRole('heading', { name: 'An empty notebook' }).waitFor();
  await assertAccessible(page, 'empty notebook');

  await write(page, 'Suppliers', 'The mill brings **flour** on Fridays.');
  await write(page, 'Hostile', '<img src=x onerror="alert(1)"> [link](javascript:alert(1))');
  expect(await page.locator('article img, article a[href^=javascript]').count()).toBe(0);
  await page.getByText('<img src=x onerror="alert(1)">').first().waitFor();

  await page.reload();
  await row(page, 'Suppliers').click();
  await page.locator('strong', { hasText: /^flour$/ }).waitFor();
  await page.getByRole('link', { name: /Bakery opening\s*2/ }).waitFor();
  await assertAccessible(page, 'note');
  await takeScreenshots(page, 'note');
});

test('only who has signed up can be invited, and once', async () => {
  const { page } = ada;
  ada.tolerate(/status of 400/);
  await page.getByRole('button', { name: 'Share' }).click();
  const dialog = page.getByRole('dialog');
  const invite = async (email: string): Promise<void> => {
    await dialog.getByLabel('Invite by email').fill(email);
    await dialog.getByRole('combobox', { name: 'Role', exact: true }).selectOption('viewer');
    await dialog.getByRole('button', { name: 'Invite' }).click();
  };
  await invite('nobody@example.com');
  await dialog.getByText(/Nobody has signed up as nobody@example.com yet/).waitFor();
  await invite('BOB@example.com');
  await dialog.getByText('Bob Sawyer').waitFor();
  await invite('bob@example.com');
  await dialog.getByText(/bob@example.com is in this notebook already/).waitFor();
  await assertAccessible(page, 'people');
  await takeScreenshots(page, 'people');
  await page.keyboard.press('Escape');
});

test('a viewer reads, and cannot write: not in the app, and not past it', async () => {
  const { page } = bob;
  await page.reload();
  await openNotebook(page, 'Bakery opening');
  await page.getByText('You can read this notebook').waitFor();
  await row(page, 'Suppliers').click();
  await page.getByText('The mill brings').last().waitFor();
  await page.getByText('Read only').waitFor();
  for (const name of ['New note', 'Edit', 'Delete note', 'Notebook settings']) {
    expect([name, await page.getByRole('button', { name, exact: true }).count()]).toEqual([
      name,
      0,
    ]);
  }
  await page.keyboard.press('e');
  await page.keyboard.press('n');
  expect(await page.getByLabel('Title').count()).toBe(0);

  const { pathname } = new URL(page.url());
  const noteId = pathname.split('/').at(-1);
  const notebookId = pathname.split('/')[2];
  const rest = restFromPage(page, teamNotes.backend);
  const change = await rest('PATCH', `notes?id=eq.${noteId}`, { title: 'Mine now' });
  expect(change).toEqual({ status: 200, body: [] });
  const removal = await rest('DELETE', `notes?id=eq.${noteId}`);
  expect(removal).toEqual({ status: 200, body: [] });
  bob.tolerate(/status of (403|400)/);
  const note = await rest('POST', 'notes', { notebook_id: notebookId, title: 'Smuggled' });
  expect(note).toMatchObject({ status: 403, body: { code: '42501' } });
  const promotion = await rest('PATCH', `notebook_members?notebook_id=eq.${notebookId}`, {
    role: 'owner',
  });
  expect(promotion).toEqual({ status: 200, body: [] });
  const membership = await rest('POST', 'notebook_members', {
    notebook_id: notebookId,
    user_id: (await rest('GET', 'profiles?full_name=like.Bob*')).body[0]?.id,
    role: 'editor',
  });
  expect(membership).toMatchObject({ status: 403, body: { code: '42501' } });
  const invitation = await rest('POST', 'rpc/invite_member', {
    notebook_id: notebookId,
    email: 'bob@example.com',
    role: 'editor',
  });
  expect(invitation).toMatchObject({ status: 403, body: { code: '42501' } });

  await page.reload();
  await page.getByRole('heading', { name: 'Suppliers', level: 1 }).waitFor();
});

/** Keeps changes of notes from leaving a page until the returned function is called. */
async function holdChanges(page: Page): Promise<() => void> {
  let release = (): void => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/rest/v1/notes?**', async (route) => {
    if (route.request().method() === 'PATCH') await released;
    await route.continue();
  });
  return release;
}

test('an editor writes, and two who write at once lose nothing', async () => {
  await ada.page.getByRole('button', { name: 'Share' }).click();
  await ada.page.getByRole('combobox', { name: 'Role of Bob Sawyer' }).selectOption('editor');
  await ada.page.keyboard.press('Escape');
  await row(ada.page, 'Suppliers').click();

  await eventually(async () => {
    await bob.page.reload();
    await bob.page.getByRole('heading', { name: 'Suppliers', level: 1 }).waitFor();
    return bob.page.getByRole('button', { name: 'Edit' }).count();
  }).toBe(1);
  expect(await bob.page.getByRole('button', { name: 'Notebook settings' }).count()).toBe(0);
  await bob.page.getByRole('button', { name: '2 people' }).click();
  await bob.page.getByRole('button', { name: 'Leave this notebook' }).waitFor();
  expect(await bob.page.getByLabel('Invite by email').count()).toBe(0);
  await assertAccessible(bob.page, 'people, for an editor');
  await bob.page.keyboard.press('Escape');

  await ada.page.keyboard.press('e');
  await ada.page.getByRole('textbox', { name: 'Note' }).waitFor();
  await bob.page.keyboard.press('e');
  // Ada's words are on their way when Bob's arrive.
  const release = await holdChanges(ada.page);
  await ada.page.getByRole('textbox', { name: 'Note' }).fill('The mill never comes.');
  await bob.page.getByRole('textbox', { name: 'Note' }).fill('The mill comes on Mondays now.');
  await saved(bob.page);
  release();
  await ada.page.getByText(/Somebody else has saved this note/).waitFor();
  await assertAccessible(ada.page, 'conflict');
  await ada.page.getByRole('button', { name: 'take theirs' }).click();
  await ada.page.getByRole('button', { name: 'Done' }).click();
  await ada.page.getByText('The mill comes on Mondays now.').last().waitFor();
  await bob.page.getByRole('button', { name: 'Done' }).click();
});

test('search finds while somebody types, and only what is theirs to read', async () => {
  await ada.page.getByRole('button', { name: 'New notebook' }).click();
  await ada.page.getByLabel('Name').fill('Diary');
  await ada.page.getByRole('dialog').getByRole('button', { name: 'Create notebook' }).click();
  await write(ada.page, 'Tuesday', 'Told nobody about the sourdough.');
  await openNotebook(ada.page, 'Bakery opening');
  await write(ada.page, 'House loaf', 'A sourdough of rye and wheat.');

  const search = async ({ page }: Visitor): Promise<Locator> => {
    await page.keyboard.press('Control+k');
    const input = page.getByRole('searchbox');
    await input.waitFor();
    return input;
  };
  const input = await search(ada);
  await assertAccessible(ada.page, 'search');
  await input.pressSequentially('sour');
  await ada.page.getByText('2 notes for “sour”').waitFor();
  await ada.page.locator('mark', { hasText: 'sourdough' }).first().waitFor();
  await input.pressSequentially(' ry');
  await ada.page.getByText('1 note for “sour ry”').waitFor();
  await assertAccessible(ada.page, 'results');
  await takeScreenshots(ada.page, 'search');
  await ada.page.keyboard.press('ArrowDown');
  await ada.page.keyboard.press('Enter');
  await ada.page.getByRole('heading', { name: 'House loaf', level: 1 }).waitFor();
  expect(new URL(ada.page.url()).searchParams.get('q')).toBe('sour ry');

  await (await search(bob)).pressSequentially('sour');
  await bob.page.getByText('1 note for “sour”').waitFor();
  await (await search(bob)).fill('%_*:&|!()\\');
  await bob.page.getByText(/^0 notes for/).waitFor();
});

test('older notes come page by page, each once', async () => {
  await teamNotes.backend.database.run(`
    insert into public.notes (notebook_id, author_id, title, updated_at)
    select id, owner_id, 'Batch ' || n, now() - interval '1 day'
    from public.notebooks, generate_series(1, 45) n where name = 'Bakery opening'`);
  const { page } = bob;
  await openNotebook(page, 'Bakery opening');
  await page.reload();
  const titles = page
    .getByRole('listitem')
    .getByRole('link')
    .filter({ hasText: /Batch \d/ });
  await eventually(() => titles.count()).toBe(17);
  await page.getByRole('button', { name: 'Show older notes' }).click();
  await eventually(() => titles.count()).toBe(37);
  await page.getByRole('button', { name: 'Show older notes' }).click();
  await eventually(() => titles.count()).toBe(45);
  expect(await page.getByRole('button', { name: 'Show older notes' }).count()).toBe(0);
  const texts = await titles.locator('strong').allTextContents();
  expect(new Set(texts).size).toBe(45);
});

test('a note is deleted after a question, for everybody', async () => {
  await openNotebook(ada.page, 'Bakery opening');
  await row(ada.page, 'Hostile').click();
  await ada.page.getByRole('heading', { name: 'Hostile', level: 1 }).waitFor();
  await ada.page.getByRole('button', { name: 'Delete note' }).click();
  const deleted = ada.page.waitForResponse((response) => response.request().method() === 'DELETE');
  await ada.page.getByRole('dialog').getByRole('button', { name: 'Delete note' }).click();
  await deleted;
  await row(ada.page, 'Suppliers').waitFor();
  await eventually(() => row(ada.page, 'Hostile').count()).toBe(0);
  await bob.page.reload();
  await row(bob.page, 'Suppliers').waitFor();
  expect(await row(bob.page, 'Hostile').count()).toBe(0);
});

test('on a phone there is one column, and a way back', async () => {
  const { page } = ada;
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(teamNotes.app.url);
  await page.getByRole('heading', { name: 'Notebooks' }).waitFor();
  await assertAccessible(page, 'home on a phone');
  expect(await page.getByRole('heading', { name: 'All notes' }).isVisible()).toBe(false);
  await page.getByRole('link', { name: /Bakery opening/ }).click();
  await row(page, 'Suppliers').click();
  await page.getByRole('heading', { name: 'Suppliers', level: 1 }).waitFor();
  await assertAccessible(page, 'note on a phone');
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
  await page.getByRole('link', { name: 'Back to the list' }).click();
  await page.getByRole('link', { name: 'Back to notebooks' }).click();
  await page.getByRole('heading', { name: 'Notebooks' }).waitFor();
  await page.setViewportSize({ width: 1440, height: 900 });
});

test('in the dark everything is as readable', async () => {
  const { page } = ada;
  await page.emulateMedia({ colorScheme: 'dark' });
  await openNotebook(page, 'Bakery opening');
  await row(page, 'Suppliers').click();
  await page.getByRole('heading', { name: 'Suppliers', level: 1 }).waitFor();
  await assertAccessible(page, 'note in the dark');
  await page.getByRole('button', { name: 'Share' }).click();
  await assertAccessible(page, 'people in the dark');
  await page.keyboard.press('Escape');
  await page.emulateMedia({ colorScheme: 'light' });
});

test('the owner renames a notebook, deletes one, and takes people off', async () => {
  const { page } = ada;
  const settings = page.getByRole('dialog', { name: 'Notebook settings' });
  await openNotebook(page, 'Diary');
  await page.getByRole('button', { name: 'Notebook settings' }).click();
  await settings.getByRole('button', { name: 'Delete notebook…' }).click();
  await settings.getByText('This deletes Diary with its note, for everybody.').waitFor();
  await assertAccessible(page, 'notebook settings');
  await settings.getByRole('button', { name: 'Delete notebook', exact: true }).click();
  const notebooks = page.getByRole('navigation', { name: 'Notebooks' });
  await eventually(() => notebooks.getByRole('link', { name: 'Diary' }).count()).toBe(0);

  await openNotebook(page, 'Bakery opening');
  await page.getByRole('button', { name: 'Notebook settings' }).click();
  await settings.getByLabel('Name').fill('Bakery');
  await settings.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('heading', { name: 'Bakery', level: 1, exact: true }).waitFor();
  await page.getByRole('button', { name: 'Share' }).click();
  const removed = page.waitForResponse((response) => response.request().method() === 'DELETE');
  await page.getByRole('button', { name: 'Remove Bob Sawyer' }).click();
  await removed;
  await page.keyboard.press('Escape');

  await bob.page.reload();
  await bob.page.getByText('There is no such notebook').waitFor();
  await assertAccessible(bob.page, 'no such notebook');
  await bob.page.goto(teamNotes.app.url);
  await bob.page.getByRole('heading', { name: 'Start your first notebook' }).waitFor();
});

test('what does not load says why, and can be tried again', async () => {
  const { page } = ada;
  ada.tolerate(/status of 403/);
  await teamNotes.backend.database.run('revoke select on public.notes from authenticated');
  await page.goto(`${teamNotes.app.url}/all`);
  await page.getByText('permission denied for table notes').first().waitFor();
  await assertAccessible(page, 'a list that did not load');
  await teamNotes.backend.database.run('grant select on public.notes to authenticated');
  await page.getByRole('button', { name: 'Try again' }).first().click();
  await row(page, 'House loaf').waitFor();
  await page.getByRole('link', { name: /Bakery\s*\d/ }).waitFor();
});

test('every call carried the session or the public key, and no secret was in the browser', async () => {
  for (const visitor of [ada, bob]) await teamNotes.assertBearers(visitor);
});
