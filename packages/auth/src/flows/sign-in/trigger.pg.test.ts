import { sql } from '@plinth/postgres';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AuthBackend, someEmail, startAuth } from '../../../test/adapters/auth-backend.ts';

const password = 'correct horse';
let auth: AuthBackend;

/** What thousands of applications have in their migrations. */
const handleNewUser = `
  create table public.profiles (
    id uuid primary key references auth.users (id) on delete cascade,
    name text not null check (name <> 'bad'),
    email text
  );
  create function public.handle_new_user() returns trigger
    language plpgsql security definer set search_path = ''
  as $$
  begin
    if new.raw_user_meta_data ->> 'name' = 'veto' then
      raise exception 'Only invited people may join' using hint = 'Ask for an invitation';
    end if;
    if new.raw_user_meta_data ->> 'name' = 'teapot' then
      raise sqlstate 'PT418' using message = 'I am a teapot', detail = 'Short and stout';
    end if;
    insert into public.profiles (id, name, email)
      values (new.id, coalesce(new.raw_user_meta_data ->> 'name', 'nobody'), new.email);
    return new;
  end
  $$;
  create trigger on_auth_user_created after insert on auth.users
    for each row execute procedure public.handle_new_user();
`;

beforeAll(async () => {
  auth = await startAuth();
  await auth.database.run(handleNewUser);
});
afterAll(() => auth.close());

test('a trigger on auth.users makes the profile within the sign-up', async () => {
  const email = someEmail();
  const { data } = await auth
    .client()
    .auth.signUp({ email, password, options: { data: { name: 'Ada' } } });
  const rows = await auth.database.query(
    sql`select name, email from public.profiles where id = ${data.user?.id ?? ''}`,
  );
  expect(rows).toEqual([{ name: 'Ada', email }]);
});

test('a trigger that raises vetoes the sign-up; its reason is logged and goes along', async () => {
  const email = someEmail();
  const { error } = await auth
    .client()
    .auth.signUp({ email, password, options: { data: { name: 'veto' } } });
  expect(error).toMatchObject({ status: 500, message: 'Database error saving new user' });
  const { json } = await auth.call('POST', '/signup', {
    body: { email, password, data: { name: 'veto' } },
    headers: { 'x-supabase-api-version': '2024-01-01' },
  });
  expect(json).toEqual({
    code: 'unexpected_failure',
    message: 'Database error saving new user',
    cause: {
      code: 'P0001',
      message: 'Only invited people may join',
      hint: 'Ask for an invitation',
    },
  });
  const legacy = await auth.call('POST', '/signup', {
    body: { email, password, data: { name: 'veto' } },
  });
  expect(legacy.json).toMatchObject({
    code: 'P0001',
    message: 'Only invited people may join',
    error_code: 'unexpected_failure',
  });
  expect(auth.logged.some(({ fields }) => String(fields.err).includes('Only invited'))).toBe(true);
  const rows = await auth.database.query(sql`select id from auth.users where email = ${email}`);
  expect(rows).toEqual([]);
});

test('a trigger chooses the status with an SQLSTATE of PTxxx', async () => {
  const { error } = await auth
    .client()
    .auth.signUp({ email: someEmail(), password, options: { data: { name: 'teapot' } } });
  expect(error).toMatchObject({ status: 418, message: 'I am a teapot' });
});

test('a constraint of the application vetoes alike, for administrators and anonymous users too', async () => {
  const email = someEmail();
  const byAdmin = await auth
    .admin()
    .auth.admin.createUser({ email, password, user_metadata: { name: 'bad' } });
  expect(byAdmin.error).toMatchObject({ status: 500, message: 'Database error saving new user' });
  auth.configure({ 'auth.enable_anonymous_sign_ins': true });
  const anonymous = await auth
    .client()
    .auth.signInAnonymously({ options: { data: { name: 'bad' } } });
  expect(anonymous.error?.status).toBe(500);
  const rows = await auth.database.query(
    sql`select id from auth.users where email = ${email} or is_anonymous`,
  );
  expect(rows).toEqual([]);
});

test('a profile that refers to a user goes with it', async () => {
  const { data } = await auth.client().auth.signUp({ email: someEmail(), password });
  const { error } = await auth.admin().auth.admin.deleteUser(data.user?.id ?? '');
  expect(error).toBeNull();
  const rows = await auth.database.query(
    sql`select id from public.profiles where id = ${data.user?.id ?? ''}`,
  );
  expect(rows).toEqual([]);
});
