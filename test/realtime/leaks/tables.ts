import { organisations, ownRole } from './people.ts';
import type { SeededRandom } from './seeded-random.ts';

/** What rows are drawn from. */
export interface Draw {
  readonly random: SeededRandom;
  readonly users: readonly string[];
}

export type Row = Readonly<Record<string, unknown>>;

/** A filter as a client writes it, and the same condition in SQL. */
export interface Filter {
  readonly filter: string;
  readonly where: string;
}

export interface LeakTable {
  readonly name: string;
  /** Columns behind `id bigint primary key`. */
  readonly columns: string;
  /** Policies, grants, another key. */
  readonly rules: string;
  readonly rls: boolean;
  readonly identity: 'default' | 'full';
  /** The policies read nothing but columns of the key: who saw a deleted row is known without the rest of it. */
  readonly policyOfKey?: boolean;
  /** Columns of bytes: told in hexadecimal digits alone. */
  readonly bytes?: readonly string[];
  readonly filters?: readonly Filter[];
  /** Everything but `id` and `tag`. */
  readonly row: (draw: Draw) => Row;
}

/** Teams that memberships are about. */
export const teams: readonly number[] = [1, 2, 3, 4, 5, 6];

const owner = ({ random, users }: Draw): string | null =>
  random.chance(0.05) ? null : random.pick(users.slice(0, 12));
const flag = ({ random }: Draw): boolean | null => random.pick([true, true, false, false, null]);
const words = ['alpha', 'beta', 'gamma, delta', 'ünïcode "quoted"', 'back\\slash', ''];
const word = ({ random }: Draw): string => random.pick(words);
const number = ({ random }: Draw): number => random.below(20);

const toAuthenticated = 'for select to authenticated using';

/** Helpers that policies call, and the memberships they ask for. */
const foundations = `
  do $$ begin
    if not exists (select from pg_roles where rolname = '${ownRole}') then
      create role ${ownRole} nologin;
    end if;
  end $$;
  grant ${ownRole} to authenticator;
  grant usage on schema public to ${ownRole};
  create table memberships (team integer, member uuid, primary key (team, member));
  alter table memberships enable row level security;
  create policy own on memberships ${toAuthenticated} (member = (select auth.uid()));
  create table open_memberships (team integer, member uuid, primary key (team, member));
  create function is_member(wanted integer) returns boolean
    language sql stable security definer set search_path = '' as
    $$ select exists (select from public.memberships m where m.team = wanted and m.member = auth.uid()) $$;
  create function my_teams() returns setof integer
    language sql stable security definer set search_path = '' as
    $$ select m.team from public.memberships m where m.member = auth.uid() $$;
  create function level_or_raise() returns integer language plpgsql stable as $$
  declare
    level text := auth.jwt() -> 'app_metadata' ->> 'level';
  begin
    if level = '0' then
      raise exception 'nobody of level 0 may ask';
    end if;
    return nullif(level, '')::integer;
  end $$;
  create type mood as enum ('sad', 'fine', 'happy');
  create type place as (street text, number integer);
`;

export const tables: readonly LeakTable[] = [
  {
    name: 'open_rows',
    columns: 'kind text, amount integer',
    rls: false,
    rules: '',
    identity: 'default',
    filters: [
      { filter: 'amount=gt.9', where: 'amount > 9' },
      { filter: 'kind=eq.alpha', where: `kind = 'alpha'` },
      { filter: 'amount=in.(1,2,3,11)', where: 'amount in (1, 2, 3, 11)' },
    ],
    row: (draw) => ({ kind: word(draw), amount: number(draw) }),
  },
  {
    name: 'open_full',
    columns: 'kind text, amount integer',
    rls: false,
    rules: '',
    identity: 'full',
    filters: [
      { filter: 'amount=lte.5', where: 'amount <= 5' },
      { filter: 'kind=neq.alpha', where: `kind <> 'alpha'` },
    ],
    row: (draw) => ({ kind: word(draw), amount: draw.random.pick([1, 4, 8, 16, null]) }),
  },
  {
    name: 'for_everyone',
    columns: 'kind text',
    rls: true,
    rules: 'create policy everyone on for_everyone for select using (true);',
    identity: 'default',
    policyOfKey: true,
    row: (draw) => ({ kind: word(draw) }),
  },
  {
    name: 'for_nobody',
    columns: 'kind text',
    rls: true,
    rules: '',
    identity: 'full',
    row: (draw) => ({ kind: word(draw) }),
  },
  {
    name: 'own_rows',
    columns: 'owner uuid, kind text',
    rls: true,
    rules: `create policy own on own_rows ${toAuthenticated} (auth.uid() = owner);`,
    identity: 'default',
    filters: [{ filter: 'kind=eq.beta', where: `kind = 'beta'` }],
    row: (draw) => ({ owner: owner(draw), kind: word(draw) }),
  },
  {
    name: 'own_full',
    columns: 'owner uuid, amount integer',
    rls: true,
    rules: `create policy own on own_full ${toAuthenticated} ((select auth.uid()) = owner);`,
    identity: 'full',
    filters: [{ filter: 'amount=gte.10', where: 'amount >= 10' }],
    row: (draw) => ({ owner: owner(draw), amount: number(draw) }),
  },
  {
    name: 'own_by_key',
    columns: 'owner uuid, kind text',
    rls: true,
    rules: `
      alter table own_by_key drop constraint own_by_key_pkey;
      alter table own_by_key add primary key (id, owner);
      create policy own on own_by_key ${toAuthenticated} (owner = auth.uid());`,
    identity: 'default',
    policyOfKey: true,
    row: (draw) => ({ owner: draw.random.pick(draw.users.slice(0, 12)), kind: word(draw) }),
  },
  {
    name: 'of_organisation',
    columns: 'org text, kind text',
    rls: true,
    rules: `create policy org on of_organisation ${toAuthenticated}
      ((auth.jwt() -> 'app_metadata' ->> 'org') = org);`,
    identity: 'default',
    row: (draw) => ({ org: draw.random.pick(organisations), kind: word(draw) }),
  },
  {
    name: 'of_level',
    columns: 'least integer, kind text',
    rls: true,
    // Raises for those whose level is no number.
    rules: `create policy level on of_level for select
      using ((auth.jwt() -> 'app_metadata' ->> 'level')::integer >= least);`,
    identity: 'full',
    row: (draw) => ({ least: draw.random.below(4), kind: word(draw) }),
  },
  {
    name: 'published_or_own',
    columns: 'owner uuid, published boolean, kind text',
    rls: true,
    rules: `
      create policy published on published_or_own for select to anon, authenticated using (published);
      create policy own on published_or_own ${toAuthenticated} (owner = auth.uid());`,
    identity: 'full',
    filters: [
      { filter: 'published=is.true', where: 'published is true' },
      { filter: 'kind=like.%a%', where: `kind like '%a%'` },
    ],
    row: (draw) => ({ owner: owner(draw), published: flag(draw), kind: word(draw) }),
  },
  {
    name: 'not_drafts',
    columns: 'draft boolean, kind text',
    rls: true,
    rules: 'create policy ready on not_drafts for select using (not draft);',
    identity: 'default',
    row: (draw) => ({ draft: flag(draw), kind: word(draw) }),
  },
  {
    name: 'team_rows',
    columns: 'team integer, kind text',
    rls: true,
    rules: `create policy team on team_rows ${toAuthenticated}
      (exists (select from memberships m where m.team = team_rows.team and m.member = auth.uid()));`,
    identity: 'default',
    row: (draw) => ({ team: draw.random.pick(teams), kind: word(draw) }),
  },
  {
    name: 'team_full',
    columns: 'team integer, kind text',
    rls: true,
    rules: `create policy team on team_full for select to authenticated, ${ownRole}
      using (team in (select m.team from open_memberships m where m.member = (select auth.uid())));`,
    identity: 'full',
    filters: [{ filter: 'team=eq.2', where: 'team = 2' }],
    row: (draw) => ({ team: draw.random.pick(teams), kind: word(draw) }),
  },
  {
    name: 'by_helper',
    columns: 'team integer, kind text',
    rls: true,
    rules: `create policy helper on by_helper ${toAuthenticated} (is_member(team));`,
    identity: 'default',
    row: (draw) => ({ team: draw.random.pick(teams), kind: word(draw) }),
  },
  {
    name: 'by_helper_full',
    columns: 'team integer, kind text',
    rls: true,
    rules: `create policy helper on by_helper_full ${toAuthenticated} (team in (select my_teams()));`,
    identity: 'full',
    row: (draw) => ({ team: draw.random.pick(teams), kind: word(draw) }),
  },
  {
    name: 'restricted',
    columns: 'org text, secret boolean, owner uuid',
    rls: true,
    // The restrictive one raises for those whose claim is no boolean.
    rules: `
      create policy org on restricted ${toAuthenticated} (org = (auth.jwt() -> 'app_metadata' ->> 'org'));
      create policy own on restricted ${toAuthenticated} (owner = auth.uid());
      create policy secrecy on restricted as restrictive for select to authenticated
        using (not secret or (auth.jwt() -> 'app_metadata' ->> 'admin')::boolean);`,
    identity: 'full',
    row: (draw) => ({
      org: draw.random.pick(organisations),
      secret: draw.random.chance(0.4),
      owner: owner(draw),
    }),
  },
  {
    name: 'by_role',
    columns: 'owner uuid, kind text',
    rls: true,
    rules: `
      create policy moderators on by_role for select to ${ownRole} using (true);
      create policy own on by_role ${toAuthenticated} (owner = auth.uid());`,
    identity: 'full',
    row: (draw) => ({ owner: owner(draw), kind: word(draw) }),
  },
  {
    name: 'no_grant',
    columns: 'kind text',
    rls: true,
    rules: `
      create policy everyone on no_grant for select using (true);
      revoke all on no_grant from anon, ${ownRole};`,
    identity: 'full',
    row: (draw) => ({ kind: word(draw) }),
  },
  {
    name: 'hidden_column',
    columns: 'owner uuid, secret text, kind text',
    rls: true,
    rules: `
      create policy own on hidden_column ${toAuthenticated} (owner = auth.uid());
      create policy hidden on hidden_column for select to anon using (secret is null);
      revoke all on hidden_column from anon, authenticated;
      grant select (id, owner, kind, tag) on hidden_column to authenticated;
      grant select (id, kind) on hidden_column to anon;`,
    identity: 'full',
    row: (draw) => ({
      owner: owner(draw),
      secret: draw.random.pick(['hush', null]),
      kind: word(draw),
    }),
  },
  {
    name: 'raising',
    columns: 'least integer, kind text',
    rls: true,
    rules: `create policy level on raising ${toAuthenticated} (level_or_raise() >= least);`,
    identity: 'default',
    row: (draw) => ({ least: draw.random.below(4), kind: word(draw) }),
  },
  {
    name: 'typed',
    columns: `published boolean, small smallint, big bigint, exact numeric(12, 3), rough double precision, at timestamptz,
      day date, span interval, list text[], numbers integer[], doc jsonb, bytes bytea, feeling mood, home place, within int4range,
      code char(5), limited varchar(20), bits bit(4), ip inet`,
    rls: true,
    rules: 'create policy published on typed for select using (published);',
    identity: 'full',
    bytes: ['bytes'],
    filters: [
      { filter: 'feeling=eq.happy', where: `feeling = 'happy'` },
      { filter: 'exact=gt.10.5', where: 'exact > 10.5' },
      { filter: 'day=gte.2026-06-01', where: `day >= '2026-06-01'` },
    ],
    row: typedRow,
  },
  {
    name: 'articles',
    columns: 'published boolean, body text, kind text',
    rls: true,
    rules: `
      alter table articles alter column body set storage external;
      create policy published on articles for select using (published);`,
    identity: 'default',
    row: (draw) => ({
      published: flag(draw),
      body: draw.random.chance(0.6) ? `${word(draw)} `.repeat(600).padEnd(4000, 'x') : word(draw),
      kind: word(draw),
    }),
  },
  {
    name: 'by_body',
    columns: 'body text, kind text',
    rls: true,
    // Decided by a value that the log leaves out where an update does not touch it.
    rules: `
      alter table by_body alter column body set storage external;
      create policy alpha on by_body for select using (body like 'alpha%');`,
    identity: 'default',
    row: (draw) => ({
      body: `${draw.random.pick(['alpha', 'beta'])} `.repeat(draw.random.pick([1, 800])),
      kind: word(draw),
    }),
  },
  {
    name: 'readers',
    columns: 'allowed uuid[], doc jsonb',
    rls: true,
    rules: `
      create policy listed on readers ${toAuthenticated} (auth.uid() = any (allowed));
      create policy named on readers ${toAuthenticated} ((doc ->> 'author')::uuid = (select auth.uid()));`,
    identity: 'full',
    row: (draw) => ({
      allowed: draw.random.some(draw.users.slice(0, 12), 0.2),
      doc: draw.random.pick([{ author: owner(draw) }, {}, null]),
    }),
  },
  {
    name: 'by_address',
    columns: 'email text, kind text',
    rls: true,
    rules: `create policy address on by_address for select
      using (auth.role() = 'authenticated' and (email is null or auth.email() = email));`,
    identity: 'default',
    row: (draw) => ({
      email: draw.random.pick(['signed-up-0@example.com', 'signed-up-1@example.com', null]),
      kind: word(draw),
    }),
  },
  {
    name: 'computed',
    columns: `kind text, amount integer, shown boolean generated always as (amount % 2 = 0) stored`,
    rls: true,
    rules: 'create policy even on computed for select using (shown);',
    identity: 'full',
    row: (draw) => ({ kind: word(draw), amount: number(draw) }),
  },
  {
    name: 'Odd "Name',
    columns: '"select" uuid, "Ümlaut" text',
    rls: true,
    rules: `create policy "own; rows" on "Odd ""Name" ${toAuthenticated} ("select" = auth.uid());`,
    identity: 'full',
    row: (draw) => ({ select: owner(draw), Ümlaut: word(draw) }),
  },
  {
    name: 'no_key',
    columns: 'owner uuid, kind text',
    rls: true,
    rules: `
      alter table no_key drop constraint no_key_pkey;
      create policy own on no_key ${toAuthenticated} (owner = auth.uid());`,
    identity: 'full',
    row: (draw) => ({ owner: owner(draw), kind: word(draw) }),
  },
];

/** Rows that everybody sees. */
export const beacons: LeakTable = {
  name: 'beacons',
  columns: '',
  rls: false,
  rules: '',
  identity: 'default',
  row: () => ({}),
};

function typedRow(draw: Draw): Row {
  const { random } = draw;
  return {
    published: flag(draw),
    small: random.pick([-32768, 0, 7, null]),
    big: random.pick([4_294_967_296, -5, null]),
    exact: random.pick([0.125, 99_999.5, 10.5, 11, null]),
    rough: random.pick([0.1, -1.5e30, 3, null]),
    at: random.pick(['2026-03-29T02:30:00.123456Z', '1999-12-31T23:59:59Z', null]),
    day: random.pick(['2026-02-28', '2026-06-01', '2026-12-24', null]),
    span: random.pick(['1 day 02:03:04', '-3 months', null]),
    list: random.pick([[], ['a', 'b,c', 'd"e', null], ['NULL'], null]),
    numbers: random.pick([[], [1, null, 3], null]),
    doc: random.pick([{ a: [1, { b: null }], c: 'ü' }, [1, 2], 5, null]),
    bytes: random.pick(['\\x00ff10', '\\x', null]),
    feeling: random.pick(['sad', 'fine', 'happy', null]),
    home: random.pick([{ street: 'Long "Street", 5', number: 5 }, null]),
    within: random.pick(['[1,5)', 'empty', null]),
    code: random.pick(['ab', 'abcde', null]),
    limited: random.pick(['short', '', null]),
    bits: random.pick(['1010', '0000', null]),
    ip: random.pick(['10.0.0.1', '2001:db8::/32', null]),
  };
}

/** A name as SQL writes it. */
export function quoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** The whole script, as a user's migration. */
export function schemaOf(list: readonly LeakTable[]): string {
  const made = list.map(({ name, columns, rls, rules, identity }) => {
    const table = quoted(name);
    return `
      create table ${table} (id bigint primary key, tag text, ${columns});
      grant select on ${table} to ${ownRole};
      ${rls ? `alter table ${table} enable row level security;` : ''}
      ${identity === 'full' ? `alter table ${table} replica identity full;` : ''}
      ${rules}`;
  });
  const names = list.map(({ name }) => quoted(name)).join(', ');
  return `${foundations}
    create table beacons (id bigint primary key);
    grant select on beacons to ${ownRole};
    ${made.join('\n')}
    alter publication supabase_realtime add table beacons, ${names};`;
}
