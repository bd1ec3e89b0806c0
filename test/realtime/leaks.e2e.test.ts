import { createTestBackend, type TestBackend } from '@plinth/testkit';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { alterations } from './leaks/alterations.ts';
import { randomBindings } from './leaks/bindings.ts';
import { type Change, insertRow, Rows, randomTransaction } from './leaks/changes.ts';
import { differenceOf } from './leaks/differences.ts';
import { expectedOf, type Rules } from './leaks/expected.ts';
import { type Heard, Listener } from './leaks/listener.ts';
import { Oracle, type Rights } from './leaks/oracle.ts';
import { invitePeople, type Person, userIds } from './leaks/people.ts';
import { SeededRandom } from './leaks/seeded-random.ts';
import { beacons, type Draw, schemaOf, tables, teams } from './leaks/tables.ts';

/** Another seed gives other people, bindings and changes. */
const seed = Number(process.env.PLINTH_LEAK_SEED ?? 20_261_122);
const rounds = Number(process.env.PLINTH_LEAK_ROUNDS ?? 5);
const transactionsPerRound = 44;
const patience = 30_000;

let backend: TestBackend;
let people: readonly Person[];
let oracle: Oracle;
let listeners: readonly Listener[];
let rules: Rules;
let draw: Draw;
const rows = new Rows();
const random = new SeededRandom(seed);
const expected = new Map<Listener, Heard[]>();
const rights = new Map<string, Rights>();

beforeAll(async () => {
  backend = await createTestBackend({ schema: schemaOf(tables) });
  people = await invitePeople(backend, random);
  draw = { random, users: userIds(people) };
  oracle = await Oracle.open(backend, people);
  rules = await readRules();
  await shuffleMemberships();
  listeners = people.map(
    (person, number) => new Listener(backend, person, number, randomBindings(random, tables)),
  );
  await Promise.all(listeners.map((listener) => listener.start()));
});

afterAll(async () => {
  await Promise.all((listeners ?? []).map((listener) => listener.close()));
  await oracle?.close();
  await backend?.close();
});

async function readRules(): Promise<Rules> {
  const keys = new Map<string, readonly string[]>();
  for (const { name } of [...tables, beacons]) {
    await readRights(name);
    keys.set(name, await oracle.keys(name));
  }
  return {
    rights: (table, role) =>
      rights.get(`${table} ${role}`) ?? { readable: new Set(), hasPolicy: false },
    keys: (table) => keys.get(table) ?? [],
  };
}

async function readRights(table: string): Promise<void> {
  for (const role of new Set(people.map((person) => person.role))) {
    rights.set(`${table} ${role}`, await oracle.rights(table, role));
  }
}

/** Only while nothing is under way: what a policy reads besides the row counts as it is when the change is told. */
async function shuffleMemberships(): Promise<void> {
  await oracle.run('truncate memberships, open_memberships');
  for (const table of ['memberships', 'open_memberships']) {
    const members = draw.users.flatMap((member) =>
      random.some(teams, 0.25).map((team) => ({ team, member })),
    );
    await oracle.run(
      `insert into ${table} select * from jsonb_populate_recordset(null::${table}, $1)`,
      [JSON.stringify(members)],
    );
  }
}

/** A row that everybody sees, and waits for. */
async function lightBeacon(): Promise<void> {
  const id = rows.next();
  await oracle.run('insert into beacons values ($1)', [id]);
  expectChange({
    table: beacons,
    kind: 'INSERT',
    after: { image: { id }, seenBy: new Set(), passes: new Set() },
    set: new Set(['id']),
  });
  const isLit = ({ heard }: Listener): boolean =>
    heard.some(({ table, record }) => table === 'beacons' && (record as { id: number }).id === id);
  await expect
    .poll(() => listeners.filter((listener) => !isLit(listener)).map(({ person }) => person.name), {
      timeout: patience,
      interval: 20,
    })
    .toEqual([]);
}

function expectChange(change: Change): void {
  for (const listener of listeners) {
    const { person, number, bindings } = listener;
    const list = expected.get(listener) ?? [];
    list.push(...expectedOf(change, person, number, bindings, rules));
    expected.set(listener, list);
  }
}

async function changeRows(transactions: number): Promise<void> {
  for (let count = 0; count < transactions; count += 1) {
    for (const change of await randomTransaction(oracle, tables, rows, draw)) expectChange(change);
  }
}

/** While changes are on their way: for those before it the old rules count, for those behind it the new ones. */
async function alterRules(round: number): Promise<void> {
  const alteration = alterations[round - 1];
  if (alteration === undefined) return;
  await oracle.run(alteration.script);
  await readRights(alteration.table);
}

/** The server knows the rules of a table that it has told changes of. */
async function touchAlteredTable(round: number): Promise<void> {
  const table = tables.find(({ name }) => name === alterations[round - 1]?.table);
  if (table === undefined) return;
  expectChange(await insertRow(oracle, table, rows.next(), draw));
  await lightBeacon();
}

/** The column of a filter that may not be read any longer: alterations.ts. */
function isOfLostRight(trouble: string): boolean {
  return /Unable to subscribe .*table: open_full, .*invalid column for filter kind/.test(trouble);
}

test(`everybody hears exactly what she may see, in order (seed ${seed})`, async () => {
  for (let round = 0; round < rounds; round += 1) {
    await shuffleMemberships();
    await touchAlteredTable(round);
    await changeRows(transactionsPerRound / 2);
    await alterRules(round);
    await changeRows(transactionsPerRound / 2);
    await lightBeacon();
  }
  // What comes behind the last beacon would be too much.
  await lightBeacon();
  const differences = listeners.map((listener) =>
    differenceOf(listener, expected.get(listener) ?? []),
  );
  expect(differences.filter((difference) => difference !== undefined).slice(0, 3)).toEqual([]);
  const heard = listeners.flatMap((listener) => listener.heard);
  expect(heard.length).toBeGreaterThan(rounds * 1_000);
  const troubles = listeners.flatMap((listener) => listener.troubles);
  expect(troubles.filter((text) => !isOfLostRight(text)).slice(0, 3)).toEqual([]);
}, 90_000);
