import { sql } from '@plinth/postgres';
import { createTestDatabase, type TestDatabase } from '@plinth/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.close());

test('every table of upstream is there, owned by the service', async () => {
  const rows = await database.query<{ name: string; owner: string }>(
    sql`select relname as name, relowner::regrole::text as owner from pg_class
      where relnamespace = 'auth'::regnamespace and relkind = 'r' order by relname`,
  );
  expect(rows.map(({ name }) => name)).toEqual([
    'audit_log_entries',
    'custom_oauth_providers',
    'flow_state',
    'identities',
    'instances',
    'mfa_amr_claims',
    'mfa_challenges',
    'mfa_factors',
    'oauth_authorizations',
    'oauth_client_states',
    'oauth_clients',
    'oauth_consents',
    'one_time_tokens',
    'refresh_tokens',
    'saml_providers',
    'saml_relay_states',
    'schema_migrations',
    'sessions',
    'sso_domains',
    'sso_providers',
    'users',
    'webauthn_challenges',
    'webauthn_credentials',
  ]);
  expect(new Set(rows.map(({ owner }) => owner))).toEqual(new Set(['supabase_auth_admin']));
});

test('the owner of a project works with users in SQL', async () => {
  await database.run(`
    create table public.notes (
      id bigint generated always as identity primary key,
      owner uuid not null default auth.uid() references auth.users (id) on delete cascade
    );
    alter table public.notes enable row level security;
    create policy own on public.notes using ((select auth.uid()) = owner);
    create policy strong on public.notes as restrictive using (
      auth.jwt() ->> 'aal' = 'aal2'
      or not exists (select from auth.mfa_factors where user_id = auth.uid() and status = 'verified'));
    create function public.on_confirmed() returns trigger language plpgsql security definer set search_path = ''
      as $$ begin insert into public.notes (owner) values (new.id); return new; end $$;
    create trigger on_confirmed after update of email_confirmed_at on auth.users
      for each row when (old.email_confirmed_at is null and new.email_confirmed_at is not null)
      execute function public.on_confirmed();
    insert into auth.users (instance_id, id, aud, role, email, encrypted_password, raw_app_meta_data,
        raw_user_meta_data, created_at, updated_at)
      values ('00000000-0000-0000-0000-000000000000', '11111111-1111-4111-8111-111111111111',
        'authenticated', 'authenticated', 'seed@example.com', crypt('secret', gen_salt('bf')),
        '{"provider":"email","providers":["email"]}', '{}', now(), now());
    insert into auth.identities (id, user_id, provider_id, identity_data, provider, last_sign_in_at, created_at, updated_at)
      values (gen_random_uuid(), '11111111-1111-4111-8111-111111111111', '11111111-1111-4111-8111-111111111111',
        '{"sub":"11111111-1111-4111-8111-111111111111","email":"Seed@example.com"}', 'email', now(), now(), now());
    update auth.users set email_confirmed_at = now() where email = 'seed@example.com';
  `);
  const rows = await database.as('postgres').query(
    sql`select u.confirmed_at is not null as confirmed, i.email, n.id is not null as noted,
        u.email_change_token_current as empty
      from auth.users u join auth.identities i on i.user_id = u.id join public.notes n on n.owner = u.id
      left join auth.sessions s on s.user_id = u.id`,
  );
  expect(rows).toEqual([{ confirmed: true, email: 'seed@example.com', noted: true, empty: '' }]);
});

test('the roles of the API see none of it', async () => {
  const api = database.as('authenticator');
  for (const role of ['anon', 'authenticated', 'service_role']) {
    for (const table of [
      'users',
      'sessions',
      'refresh_tokens',
      'one_time_tokens',
      'oauth_clients',
    ]) {
      const ask = api.request({ role, settings: [] }, [{ text: `select * from auth.${table}` }]);
      await expect(ask, `${role} ${table}`).rejects.toMatchObject({ code: '42501' });
    }
  }
});

test('an address has one account, except for those of identity providers', async () => {
  const insert = (sso: boolean): Promise<void> =>
    database.run(
      `insert into auth.users (id, email, is_sso_user) values (gen_random_uuid(), 'twin@example.com', ${sso})`,
    );
  await insert(false);
  await insert(true);
  await insert(true);
  await expect(insert(false)).rejects.toMatchObject({ constraint: 'users_email_partial_key' });
});

test('upstream’s server would find its versions', async () => {
  const [row] = await database.query<{ count: string; last: string }>(
    sql`select count(*), max(version) as last from auth.schema_migrations`,
  );
  expect(row).toEqual({ count: '70', last: '20260625000000' });
});
