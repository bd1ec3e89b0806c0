import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { assertAccessibleInBothThemes, fillSignIn, owner, StudioUnderTest } from './studio.ts';

vi.setConfig({ testTimeout: 30_000, hookTimeout: 60_000 });

let studio: StudioUnderTest;

beforeAll(async () => {
  studio = await StudioUnderTest.start();
});

afterEach((context) => studio.endTest(context));

afterAll(() => studio?.close());

test('the first visitor of a new server makes the owner account and stands in the project', async () => {
  const fresh = await StudioUnderTest.start({ setUp: false });
  try {
    const visitor = await fresh.visit('/');
    visitor.tolerate(/status of 422/);
    const { page } = visitor;
    await page.getByRole('heading', { name: 'Create the owner account' }).waitFor();
    await assertAccessibleInBothThemes(page, 'set-up');
    await page.getByLabel('Your name').fill(owner.name);
    await page.getByLabel('Email').fill(owner.email);
    await page.getByLabel('Password', { exact: true }).fill('short');
    await page.getByRole('button', { name: 'Create owner account' }).click();
    await page.getByText('weak_password').waitFor();
    await page.getByLabel('Password', { exact: true }).fill(owner.password);
    await page.getByRole('button', { name: 'Create owner account' }).click();
    await page.getByRole('button', { name: `Account of ${owner.name}` }).waitFor();
    expect(page.url()).toBe(fresh.urlOf('/project/default'));
  } finally {
    await fresh.close();
  }
});

test('a wrong password is refused, the right one leads to the page that was asked for', async () => {
  const visitor = await studio.visit('/project/default/auth/users?search=ada');
  visitor.tolerate(/status of 400/);
  const { page } = visitor;
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  await assertAccessibleInBothThemes(page, 'sign-in');
  await fillSignIn(page, 'not the password');
  await page.getByText('invalid_credentials').waitFor();
  await assertAccessibleInBothThemes(page, 'refused sign-in');
  await fillSignIn(page, owner.password);
  await page.getByRole('heading', { name: 'Users', level: 1 }).waitFor();
  expect(page.url()).toBe(studio.urlOf('/project/default/auth/users?search=ada'));
});

test('Home shows how to connect, and secret keys only when they are asked for', async () => {
  const { page } = await studio.signIn('/project/default');
  await page.getByText(studio.backend.publishableKey).first().waitFor();
  await page.getByText(`'${studio.backend.url}'`).waitFor();
  await assertAccessibleInBothThemes(page, 'Home');
  const everything = await page.evaluate(
    'document.documentElement.outerHTML + JSON.stringify(localStorage)',
  );
  expect(everything).not.toContain(studio.backend.secretKey);
  expect(everything).not.toContain(studio.backend.serviceRoleKey);
});

test('signing out ends the session here and on the server', async () => {
  const { page } = await studio.signIn('/project/default');
  const stored = await page.evaluate<string>(`localStorage.getItem('plinth.session')`);
  await page.getByRole('button', { name: /^Account of/ }).click();
  await assertAccessibleInBothThemes(page, 'account menu');
  const answered = page.waitForResponse(/\/logout/);
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.getByText('Your role decides what you can do.').waitFor();
  await answered;
  expect(await page.evaluate(`localStorage.getItem('plinth.session')`)).toBeNull();
  const { refreshToken } = JSON.parse(stored) as { refreshToken: string };
  const again = await fetch(
    `${studio.backend.url}/p/control/auth/v1/token?grant_type=refresh_token`,
    {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ refresh_token: refreshToken }),
    },
  );
  expect(again.ok).toBe(false);
});

test('a session that the server has ended leads to sign-in, which says so, and back again', async () => {
  const visitor = await studio.signIn('/project/default/sql');
  visitor.tolerate(/status of 40[013]/);
  const { page } = visitor;
  await studio.backend.controlDatabase.run('delete from auth.sessions');
  await page.evaluate(`localStorage.setItem('plinth.session', JSON.stringify({
    ...JSON.parse(localStorage.getItem('plinth.session')), expiresAt: 1 }))`);
  await page.goto(studio.urlOf('/project/default/auth/users'));
  await page.getByText('Your session has ended.').waitFor();
  await fillSignIn(page, owner.password);
  await page.getByRole('heading', { name: 'Users', level: 1 }).waitFor();
});

test('a server that is lost is told of, what is shown stays, and it goes on by itself', async () => {
  const visitor = await studio.signIn('/project/default/auth/users');
  visitor.tolerate(/ERR_FAILED/);
  const { context, page } = visitor;
  await page.getByText('People appear here when they sign up').waitFor();
  await context.route(`${studio.backend.url}/**`, (route) => route.abort());
  await page.getByRole('searchbox').fill('ada');
  await page.getByText(/does not answer\. What you see may be old/).waitFor();
  await assertAccessibleInBothThemes(page, 'lost server');
  await context.unroute(`${studio.backend.url}/**`);
  await page.getByRole('button', { name: 'Retry now' }).click();
  await page.getByText('No user matches ada').waitFor();
  expect(await page.getByText(/does not answer/).count()).toBe(0);
});

test('addresses that lead nowhere say so', async () => {
  const visitor = await studio.signIn('/project/default');
  visitor.tolerate(/status of 404/);
  const { page } = visitor;
  await page.goto(studio.urlOf('/nowhere'));
  await page.getByRole('heading', { name: 'Nothing stands here' }).waitFor();
  await assertAccessibleInBothThemes(page, 'no such page');
  await page.goto(studio.urlOf('/project/other'));
  await page.getByRole('heading', { name: 'There is no project other' }).waitFor();
  await page.goto(studio.urlOf('/project/default/table/public/other'));
  await page.getByRole('heading', { name: 'There is no table public.other' }).waitFor();
  await assertAccessibleInBothThemes(page, 'no such table');
});

test('the palette and the shortcuts lead everywhere without a mouse', async () => {
  const { page } = await studio.signIn('/project/default');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog').waitFor();
  await assertAccessibleInBothThemes(page, 'palette');
  await page.keyboard.type('sql');
  await page.keyboard.press('Enter');
  await page.getByRole('textbox', { name: 'SQL' }).waitFor();
  await page.keyboard.press('Alt+4');
  await page.getByRole('heading', { name: 'Users', level: 1 }).waitFor();
  await page.keyboard.press('?');
  await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor();
  await assertAccessibleInBothThemes(page, 'shortcuts');
  await page.keyboard.press('Escape');
  expect(await page.getByRole('dialog').count()).toBe(0);
});
