import { sql } from '@plinth/postgres';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, test, vi } from 'vitest';
import { assertAccessible } from './axe.ts';
import type { Visitor } from './browser.ts';
import { eventually } from './eventually.ts';
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
  await Promise.all([
    teamNotes.signUp(ada, 'Ada Lindqvist', 'ada@example.com'),
    teamNotes.signUp(bob, 'Bob Sawyer', 'bob@example.com'),
  ]);
});

afterEach((context) => teamNotes.browser.endTest(context));

afterAll(() => teamNotes?.close());

const editor = (page: Page) => page.getByRole('textbox', { name: 'Note' });

async function edit(page: Page, body: string): Promise<void> {
  await page.getByRole('button', { name: 'Edit' }).click();
  await editor(page).fill(body);
}

test('an invitation, a note, and a change of it show at everybody without a reload', async () => {
  await ada.page.getByRole('button', { name: 'Create a notebook' }).click();
  await ada.page.getByLabel('Name').fill('Harbour');
  await ada.page.getByRole('dialog').getByRole('button', { name: 'Create notebook' }).click();
  await ada.page.getByRole('button', { name: 'Share' }).click();
  const dialog = ada.page.getByRole('dialog');
  await dialog.getByLabel('Invite by email').fill('bob@example.com');
  await dialog.getByRole('combobox', { name: 'Role', exact: true }).selectOption('editor');
  await dialog.getByRole('button', { name: 'Invite' }).click();
  await dialog.getByText('Bob Sawyer').waitFor();
  await ada.page.keyboard.press('Escape');

  await openNotebook(bob.page, 'Harbour');
  await write(ada.page, 'Ferry times', 'First boat at seven.');
  await row(bob.page, 'Ferry times').click();
  await bob.page.getByText('First boat at seven.').last().waitFor();

  await edit(ada.page, 'First boat at half past six.');
  await ada.page.getByRole('button', { name: 'Done' }).click();
  await bob.page.getByText('First boat at half past six.').last().waitFor();
  await row(bob.page, 'Ferry times').getByText('half past six').waitFor();
});

test('people see who is in the notebook, who has a note open, and who writes it', async () => {
  await bob.page.getByText('Ada Lindqvist also here').waitFor();
  await row(ada.page, 'Ferry times').getByText('open at Bob Sawyer').waitFor();
  await ada.page.getByText(', 1 here now').waitFor();
  await edit(ada.page, 'First boat at half past six, last one');
  await bob.page.getByText('Ada Lindqvist is writing').waitFor();
  await assertAccessible(bob.page, 'a note that somebody else writes');
  await editor(ada.page).press('End');
  await editor(ada.page).pressSequentially(' at', { delay: 50 });
  await takeScreenshots(bob.page, 'live');
  await eventually(() => bob.page.getByText('Ada Lindqvist is writing').count()).toBe(0);

  await bob.page.getByRole('link', { name: 'All notes' }).click();
  await eventually(() => ada.page.getByText('Bob Sawyer also here').count()).toBe(0);
  await ada.page.getByRole('button', { name: 'Done' }).click();
});

test('what somebody else saves comes into an open editor, unless there are words of its own', async () => {
  await openNotebook(bob.page, 'Harbour');
  await row(bob.page, 'Ferry times').click();
  await bob.page.getByRole('button', { name: 'Edit' }).click();
  await edit(ada.page, 'No boats on Sunday.');
  await ada.page.getByRole('button', { name: 'Done' }).click();
  await eventually(() => editor(bob.page).inputValue()).toBe('No boats on Sunday.');
  await bob.page.getByRole('button', { name: 'Done' }).click();
});

test('what was deleted goes from the screen of who has it open', async () => {
  await ada.page.getByRole('button', { name: 'Delete note' }).click();
  await ada.page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await bob.page.getByText('There is no such note').waitFor();
  await bob.page.getByText('An empty notebook').waitFor();
});

test('an announcement of whoever runs the server shows at once', async () => {
  await teamNotes.backend.database.query(
    sql`insert into public.announcements (message) values ('The server moves tonight.')`,
  );
  await bob.page.getByText('The server moves tonight.').waitFor();
});

test('every request carries the token of its session', async () => {
  await teamNotes.assertBearers(ada);
  await teamNotes.assertBearers(bob);
});
