import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { assertAccessible } from './axe.ts';
import type { Visitor } from './browser.ts';
import { latestMail, linkIn } from './inbox.ts';
import { takeScreenshots } from './screenshots.ts';
import { TeamNotesUnderTest } from './team-notes.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 90_000 });

let teamNotes: TeamNotesUnderTest;
let bob: Visitor;

beforeAll(async () => {
  teamNotes = await TeamNotesUnderTest.start();
  bob = await teamNotes.browser.visit();
});

afterEach((context) => teamNotes.browser.endTest(context));

afterAll(() => teamNotes?.close());

const heading = (page: Page, name: string): Promise<void> =>
  page.getByRole('heading', { name }).waitFor();

async function signIn(page: Page, password: string): Promise<void> {
  await page.getByLabel('Email').fill('bob@example.com');
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in' }).click();
}

test('who is not signed in is asked to, and comes back to where they wanted to go', async () => {
  const { page } = bob;
  await teamNotes.signUp(bob, 'Bob Sawyer', 'bob@example.com');
  await page.getByRole('button', { name: 'Sign out' }).click();
  await heading(page, 'Welcome back');
  await page.goto(`${teamNotes.app.url}/search?q=mill`);
  await heading(page, 'Welcome back');
  await signIn(page, 'correct horse');
  await page.getByText('0 notes for “mill”').waitFor();
  expect(await page.getByRole('searchbox').inputValue()).toBe('mill');
});

test('an address has one account, and a password has a length', async () => {
  const other = await teamNotes.browser.visit();
  other.tolerate(/status of 422/);
  const { page } = other;
  await page.goto(`${teamNotes.app.url}/sign-up`);
  await page.getByLabel('Your name').fill('Another Bob');
  await page.getByLabel('Email').fill('bob@example.com');
  await page.getByLabel('Password', { exact: true }).fill('short');
  await page.getByRole('button', { name: 'Create account' }).click();
  expect(await page.locator('input:invalid').count()).toBe(1);
  await page.getByLabel('Password', { exact: true }).fill('long enough');
  await page.getByRole('button', { name: 'Create account' }).click();
  await page
    .getByRole('alert')
    .getByText(/already/)
    .waitFor();
  await assertAccessible(page, 'sign-up that was refused');
});

test('who signs out is out', async () => {
  const { page } = bob;
  await page.getByRole('button', { name: 'Sign out' }).click();
  await heading(page, 'Welcome back');
  await page.goto(teamNotes.app.url);
  await heading(page, 'Welcome back');
});

test('a forgotten password is replaced by mail, with a link that works once', async () => {
  const { page } = bob;
  await page.getByRole('link', { name: 'Forgot your password?' }).click();
  await heading(page, 'Forgot your password?');
  await page.getByLabel('Email').fill('bob@example.com');
  await page.getByRole('button', { name: 'Send the link' }).click();
  await heading(page, 'Check your mail');
  await assertAccessible(page, 'check your mail');
  const link = linkIn(await latestMail(teamNotes.backend.url, 'bob@example.com'));
  await page.goto(link);
  await heading(page, 'Choose a new password');
  await assertAccessible(page, 'new password');
  await takeScreenshots(page, 'new-password');
  await page.getByLabel('New password').fill('battery staple');
  await page.getByRole('button', { name: 'Save the new password' }).click();
  await page.getByText('Your new password is saved.').waitFor();
  await page.getByRole('button', { name: 'Sign out' }).click();

  bob.tolerate(/status of 400/);
  await signIn(page, 'correct horse');
  await page.getByText('That address and password do not go together.').waitFor();
  await signIn(page, 'battery staple');
  await heading(page, 'Start your first notebook');
  await page.getByRole('button', { name: 'Sign out' }).click();
  await heading(page, 'Welcome back');

  await page.goto(link);
  await page.getByText('This link has been used already, or it is too old.').waitFor();
});

test('every call carried the session or the public key, and no secret was in the browser', async () => {
  await teamNotes.assertBearers(bob);
});
