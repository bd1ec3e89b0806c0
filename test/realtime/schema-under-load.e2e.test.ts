import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { Project } from './faults/project.ts';
import { Watcher } from './faults/watcher.ts';
import { ledger, Writers } from './faults/writers.ts';

vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });

/** A change of the table while rows are written, and who sees the rows that are written after it. */
interface Alteration {
  readonly sql: string;
  readonly stranger: boolean;
  readonly person: boolean;
}

const both = { stranger: true, person: true };

const alterations: readonly Alteration[] = [
  { sql: "alter table ledger add column note text default 'x'", ...both },
  { sql: 'drop policy strangers on ledger', stranger: false, person: true },
  {
    sql: 'create policy strangers on ledger for select to anon using (note is not null)',
    ...both,
  },
  { sql: 'alter table ledger rename column note to remark', ...both },
  { sql: 'alter policy people on ledger using (false)', stranger: true, person: false },
  { sql: 'alter table ledger disable row level security', ...both },
  { sql: 'alter table ledger enable row level security', stranger: true, person: false },
  { sql: 'alter policy people on ledger using (remark is not null)', ...both },
  { sql: 'alter publication supabase_realtime drop table ledger', stranger: false, person: false },
  { sql: 'alter publication supabase_realtime add table ledger', ...both },
  {
    sql: 'create policy nobody on ledger as restrictive for select to anon using (false)',
    stranger: false,
    person: true,
  },
  { sql: 'drop policy nobody on ledger', ...both },
  { sql: 'alter table ledger drop column remark cascade', stranger: false, person: false },
  { sql: 'create policy all_of_them on ledger for select using (true)', ...both },
];

const project = new Project();
let writers: Writers;

beforeAll(async () => {
  await project.start();
  await project.query(ledger);
  // Each row knows after which alteration it was written: alterations wait for the writers, and they for them.
  await project.query(`
    create table epochs (number int);
    insert into epochs values (0);
    alter table ledger add column epoch int;
    create function stamp() returns trigger language plpgsql as $$ begin
      new.epoch := (select number from public.epochs); return new; end $$;
    create trigger stamp before insert on ledger for each row execute function stamp();
  `);
  writers = new Writers(() => project.databaseUrl());
});

afterEach(() => writers.stop());
afterAll(() => project.remove());

test('the table changes while rows are written: everybody hears what they may see, nothing else, once', async () => {
  const stranger = await new Watcher(project.client()).start();
  const signedIn = project.client();
  const account = { email: 'ada@example.com', password: 'correct horse battery' };
  expect((await signedIn.auth.signUp(account)).error).toBeNull();
  const person = await new Watcher(signedIn).start();
  writers.start();
  await writers.progress(20);
  for (const { sql } of alterations) {
    await project.query(
      `begin; lock table ledger; ${sql}; update epochs set number = number + 1; commit`,
    );
    await writers.progress(20);
  }
  await writers.stop();
  const rows = await project.query<{ id: string; epoch: number }>('select id, epoch from ledger');
  for (const who of ['stranger', 'person'] as const) {
    const watcher = { stranger, person }[who];
    const visible = rows.filter(({ epoch }) => epoch === 0 || alterations[epoch - 1]?.[who]);
    const expected = visible.map(({ id }) => Number(id));
    await watcher.catchesUp(expected);
    expect(watcher.heard.toSorted((a, b) => a - b)).toEqual(expected.toSorted((a, b) => a - b));
    expect(watcher.disordered).toEqual([]);
    expect(watcher.joins).toBe(1);
    await watcher.close();
  }
  expect(stranger.troubles).toEqual([]);
  expect(person.troubles).toEqual([]);
});
