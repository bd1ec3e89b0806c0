import type { Claims } from '@plinth/kernel';

/** What random tables and policies are made of; `TABLE` stands for the table's name. */
export const policies: readonly string[] = [
  'auth.uid() = owner',
  '(select auth.uid()) = owner',
  'is_public',
  'is_public = true and n > 2',
  'is_public is true',
  'is_public is not true and auth.uid() = owner',
  'not is_public',
  "status = 'open'",
  "status <> 'open' and org is not null",
  "status in ('open', 'held')",
  "mood = 'glad'",
  "(auth.jwt() ->> 'org') = org",
  "((select auth.jwt()) -> 'app_metadata' ->> 'org') = org",
  "org = (auth.jwt() ->> 'org') and (is_public or auth.uid() = owner)",
  'n > 5',
  'n <= 3 and auth.uid() is not null',
  'amount >= 2.5',
  'owner is null',
  'owner is distinct from auth.uid()',
  "auth.role() = 'authenticated'",
  "(auth.jwt() ->> 'level')::int = n",
  "(auth.jwt() ->> 'level')::int >= n",
  "coalesce((auth.jwt() ->> 'verified')::boolean, false)",
  "((auth.jwt() ->> 'verified')::boolean) is true or n = 1",
  '(auth.uid())::text = org',
  'true',
  'false',
  'null',
  'n % 2 = 0 or owner = auth.uid()',
  "lower(status) = lower(auth.jwt() ->> 'org')",
  'length(org) > 2',
  "status like 'o%' and \"odd;Name\" = 'x'",
  "n > coalesce((auth.jwt() ->> 'level')::int, 0)",
  "(nullif(current_setting('request.jwt.claims', true), '')::json ->> 'org') = org",
  "(auth.jwt() -> 'app_metadata' -> 'rooms') @> to_jsonb(room)",
  'room in (select id from open_rooms)',
  "exists (select from open_rooms r where r.id = TABLE.room and r.org = (auth.jwt() ->> 'org'))",
  'exists (select from members m where m.user_id = auth.uid() and m.room = TABLE.room)',
  'room in (select m.room from members m where m.user_id = (select auth.uid()))',
  'hidden.is_member(room)',
  'hidden.picky(org, auth.uid())',
  '10 / n > 2',
  "current_user = 'editor'",
  "tag::varchar(3) = 'tag' and org::uuid is null",
];

const users = [
  '11111111-1111-4111-8111-111111111111',
  '22222222-2222-4222-8222-222222222222',
  '33333333-3333-4333-8333-333333333333',
] as const;

/** Claims of the subscribers. */
export const identities: readonly Claims[] = [
  { role: 'anon' },
  { role: 'authenticated', sub: users[0], org: 'acme', level: 3, exp: 1, session_id: 's1' },
  { role: 'authenticated', sub: users[0], org: 'acme', level: 3, exp: 2, session_id: 's2' },
  {
    role: 'authenticated',
    sub: users[1].toUpperCase(),
    org: 'Open',
    level: '7',
    verified: true,
    app_metadata: { org: 'acme', rooms: [1, 2] },
  },
  { role: 'authenticated', sub: users[2], level: 'many', verified: 'yes', app_metadata: 'none' },
  { role: 'authenticated', sub: 'nobody', org: 5.5 },
  { role: 'authenticated', org: users[0], odd: '\u0000' },
  { role: 'editor', sub: users[1], org: 'x' },
  { role: 'service_role' },
];

/** Filters, each with what it means in SQL. */
export const filters: readonly (readonly [filter: string | undefined, sql: string])[] = [
  [undefined, 'true'],
  ['n=eq.3', 'n = 3'],
  ['n=not.eq.3', 'not n = 3'],
  ['n=neq.4', 'n <> 4'],
  ['n=lt.5', 'n < 5'],
  ['n=lte.5', 'n <= 5'],
  ['n=gt.5,n=lt.9', 'n > 5 and n < 9'],
  ['n=in.(1,2,3)', 'n in (1, 2, 3)'],
  ['n=not.in.(1,2,3)', 'n not in (1, 2, 3)'],
  ['status=eq."open"', "status = 'open'"],
  ['status=in.(open,"held")', "status in ('open', 'held')"],
  ['status=like.o%', "status like 'o%'"],
  ['status=not.like.%l_', "status not like '%l_'"],
  ['status=ilike.OP%', "status ilike 'OP%'"],
  ['status=match.^o.*n$', "status ~ '^o.*n$'"],
  ['status=imatch.HELD', "status ~* 'HELD'"],
  ['status=gt.m', "status > 'm'"],
  ['amount=eq.2.50', 'amount = 2.5'],
  ['amount=gte.2.5', 'amount >= 2.5'],
  ['amount=isdistinct.2.5', 'amount is distinct from 2.5'],
  ['amount=not.isdistinct.2.5', 'amount is not distinct from 2.5'],
  ['is_public=is.true', 'is_public is true'],
  ['is_public=not.is.true', 'is_public is not true'],
  ['is_public=eq.true', 'is_public = true'],
  ['owner=is.null', 'owner is null'],
  ['owner=not.is.null', 'owner is not null'],
  [`owner=eq.${users[0].toUpperCase()}`, `owner = '${users[0]}'`],
  ['mood=eq.glad', "mood = 'glad'"],
  ['mood=gt.glad', "mood > 'glad'"],
  ['at=gt.2026-01-01', "at > '2026-01-01'"],
  ['odd;Name=eq.x', `"odd;Name" = 'x'`],
];

/** SQL values of the columns. */
export const values: Readonly<Record<string, readonly string[]>> = {
  owner: [...users.map((user) => `'${user}'`), 'null'],
  is_public: ['true', 'false', 'null'],
  status: ["'open'", "'held'", "'closed'", "'Open'", 'null'],
  org: ["'acme'", "'open'", "'x'", `'${users[0]}'`, 'null'],
  n: ['0', '1', '2', '3', '4', '5', '6', '7', '8', 'null'],
  amount: ['1.0', '2.5', '2.50', "'NaN'", '100', 'null'],
  room: ['1', '2', '3', '4', 'null'],
  mood: ["'sad'", "'glad'", 'null'],
  at: ["'2025-06-01'", "'2026-06-01'", 'null'],
  '"odd;Name"': ["'x'", "'y'", 'null'],
};

/** What the tables stand on. */
export const foundation: string = `
  create role editor nologin;
  grant editor to authenticator, postgres;
  grant usage on schema public, auth to editor;
  create type mood as enum ('sad', 'glad');
  create table open_rooms (id int primary key, org text);
  insert into open_rooms values (1, 'acme'), (3, 'Open');
  create table members (user_id uuid, room int, primary key (user_id, room));
  insert into members values ('${users[0]}', 1), ('${users[0]}', 2), ('${users[1]}', 2), ('${users[2]}', 4);
  alter table members enable row level security;
  create policy own on members for select to authenticated using (user_id = auth.uid());
  grant select on members, open_rooms to editor;
  create schema hidden;
  create function hidden.is_member(room int) returns boolean language sql stable security definer set search_path = '' as $f$
    select exists (select from public.members m where m.user_id = auth.uid() and m.room = is_member.room)
  $f$;
  create function hidden.picky(org text, uid uuid) returns boolean language plpgsql as $f$
  begin
    if uid = '${users[0]}' and org = 'x' then raise exception 'not for you'; end if;
    return org = 'acme' or org = 'x';
  end $f$;
`;

export const columns = `
  id int primary key, tag text, owner uuid, is_public boolean, status text, org text, n int, amount numeric,
  room int, mood mood, at timestamptz, "odd;Name" varchar(20)
`;
