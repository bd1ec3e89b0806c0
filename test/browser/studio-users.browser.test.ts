import { createClient } from '@supabase/supabase-js';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import ws from 'ws';
import { assertAccessibleInBothThemes, StudioUnderTest } from './studio.ts';

vi.setConfig({ testTimeout: 30_000, hookTimeout: 60_000 });

const path = '/project/default/auth/users';
const password = 'a password of theirs';

let studio: StudioUnderTest;

/** supabase-js of a person who uses the project's application. */
const clientOf = (key: string) =>
  createClient(studio.backend.url, key, {
    auth: { persistSession: false, autoRefreshToken: false },
    realtime: { transport: ws as never },
  });

/** Why somebody cannot sign in; undefined where they can. */
const refusalOf = async (email: string): Promise<string | undefined> => {
  const { error } = await clientOf(studio.backend.publishableKey).auth.signInWithPassword({
    email,
    password,
  });
  return error?.code;
};

async function createUsers(...emails: readonly string[]): Promise<void> {
  const { admin } = clientOf(studio.backend.serviceRoleKey).auth;
  for (const email of emails) {
    const { error } = await admin.createUser({ email, password, email_confirm: true });
    if (error !== null) throw error;
  }
}

beforeAll(async () => {
  studio = await StudioUnderTest.start();
});

afterEach((context) => studio.endTest(context));

afterAll(() => studio?.close());

test('a user is made with a form and can sign in; nobody else can have that email', async () => {
  await createUsers('ada@example.com');
  const visitor = await studio.signIn(path);
  visitor.tolerate(/status of 422/);
  const { page } = visitor;
  await page.getByRole('button', { name: 'New user' }).first().click();
  const form = page.getByRole('dialog', { name: 'New user' });
  await form.getByLabel('Email', { exact: true }).fill('ada@example.com');
  await form.getByLabel('Password', { exact: true }).fill(password);
  await assertAccessibleInBothThemes(page, 'new user');
  await form.getByRole('button', { name: 'Create user' }).click();
  await form.getByText('email_exists').waitFor();
  await form.getByLabel('Email', { exact: true }).fill('frida@example.com');
  await form.getByRole('button', { name: 'Create user' }).click();
  await page.getByText('frida@example.com can sign in now').waitFor();
  await page.getByRole('complementary', { name: 'frida@example.com' }).waitFor();
  await assertAccessibleInBothThemes(page, 'user');
  expect(await refusalOf('frida@example.com')).toBeUndefined();
});

test('users are found by a part of their email, and who is not there is not found', async () => {
  await createUsers('grace@example.com', 'edsger@example.com');
  const { page } = await studio.signIn(path);
  await page.getByRole('searchbox').fill('edsg');
  await page.getByRole('button', { name: 'grace@example.com' }).waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'edsger@example.com' }).waitFor();
  await assertAccessibleInBothThemes(page, 'users');
  expect(page.url()).toBe(studio.urlOf(`${path}?search=edsg`));
  await page.getByRole('searchbox').fill('nobody');
  await page.getByText('No user matches nobody').waitFor();
  await assertAccessibleInBothThemes(page, 'no user');
  await page.getByRole('button', { name: 'Show all users' }).click();
  await page.getByRole('button', { name: 'grace@example.com' }).waitFor();
});

test('a banned user cannot sign in until the ban is lifted', async () => {
  await createUsers('banned@example.com');
  const { page } = await studio.signIn(path);
  await page.getByRole('button', { name: 'banned@example.com' }).click();
  const user = page.getByRole('complementary', { name: 'banned@example.com' });
  await user.getByRole('button', { name: 'More about this user' }).click();
  await page.getByRole('menuitem', { name: 'Ban for a day' }).click();
  await user.getByText('Banned', { exact: true }).waitFor();
  expect(await refusalOf('banned@example.com')).toBe('user_banned');
  await user.getByRole('button', { name: 'More about this user' }).click();
  await page.getByRole('menuitem', { name: 'Lift the ban' }).click();
  await user.getByText('Active', { exact: true }).waitFor();
  expect(await refusalOf('banned@example.com')).toBeUndefined();
});

test('what servers keep about a user is edited as JSON', async () => {
  await createUsers('staff@example.com');
  const { page } = await studio.signIn(path);
  await page.getByRole('button', { name: 'staff@example.com' }).click();
  const user = page.getByRole('complementary', { name: 'staff@example.com' });
  const metadata = user.getByRole('textbox', { name: 'App metadata' });
  await metadata.fill('{ "team": ');
  await user.getByText('This must be a JSON object').waitFor();
  await metadata.fill('{ "team": "bakery" }');
  await user.getByRole('button', { name: 'Save' }).click();
  await expect
    .poll(async () => {
      const { data } = await clientOf(studio.backend.serviceRoleKey).auth.admin.listUsers();
      const users: readonly { email?: string; app_metadata: object }[] = data.users;
      return users.find(({ email }) => email === 'staff@example.com')?.app_metadata;
    })
    .toMatchObject({ team: 'bakery' });
});

test('a sign-in link leads to the application, not into Studio', async () => {
  await createUsers('linked@example.com');
  const { page } = await studio.signIn(path);
  await page.getByRole('button', { name: 'linked@example.com' }).click();
  await page.getByRole('button', { name: 'More about this user' }).click();
  await page.getByRole('menuitem', { name: 'Create a sign-in link' }).click();
  const dialog = page.getByRole('dialog', { name: 'Sign-in link of linked@example.com' });
  const link = dialog.getByText(/^http\S+\/auth\/v1\/verify/);
  await link.waitFor();
  await assertAccessibleInBothThemes(page, 'sign-in link');
  const { searchParams } = new URL((await link.textContent())?.trim() ?? '');
  expect(searchParams.get('redirect_to')).not.toContain('/studio');
});

test('a user is deleted after their name is typed', async () => {
  await createUsers('leaver@example.com');
  const { page } = await studio.signIn(path);
  await page.getByRole('button', { name: 'leaver@example.com' }).click();
  await page.getByRole('button', { name: 'More about this user' }).click();
  await page.getByRole('menuitem', { name: 'Delete user' }).click();
  const question = page.getByRole('alertdialog', { name: 'Delete user leaver@example.com' });
  await assertAccessibleInBothThemes(page, 'delete user');
  await question.getByLabel('Type leaver@example.com to confirm').fill('leaver@example.com');
  await question.getByRole('button', { name: 'Delete user' }).click();
  await page.getByText('leaver@example.com deleted').waitFor();
  expect(await refusalOf('leaver@example.com')).toBe('invalid_credentials');
});
