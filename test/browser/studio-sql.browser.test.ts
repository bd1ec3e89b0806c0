import { sql } from '@plinth/postgres';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { assertAccessibleInBothThemes, StudioUnderTest } from './studio.ts';

vi.setConfig({ testTimeout: 30_000, hookTimeout: 60_000 });

const schema = `
  create table loaves (id int primary key, name text not null, baked bool not null default true);
  insert into loaves values (1, 'Rye'), (2, 'Spelt'), (3, 'Oat');
  alter table loaves enable row level security;
  grant select on loaves to anon;
`;

let studio: StudioUnderTest;

beforeAll(async () => {
  studio = await StudioUnderTest.start({ schema });
});

afterEach((context) => studio.endTest(context));

afterAll(() => studio?.close());

const path = '/project/default/sql';

/** Writes a script in the place of the one that is there. */
async function write(page: Page, script: string): Promise<void> {
  await page.getByRole('textbox', { name: 'SQL' }).click();
  await page.keyboard.press('Control+a');
  await page.keyboard.insertText(script);
}

/** Writes a script and runs it by the keyboard. */
async function run(page: Page, script: string): Promise<void> {
  await write(page, script);
  await page.keyboard.press('Control+Enter');
}

test('several statements run in one go, each with its result', async () => {
  const { page } = await studio.signIn(path);
  await page.getByText(/Run the script with/).waitFor();
  await assertAccessibleInBothThemes(page, 'SQL editor');
  await run(
    page,
    `insert into loaves values (4, 'Corn'); select name, baked from loaves order by id;`,
  );
  await page.getByRole('button', { name: '1 INSERT 0 1' }).waitFor();
  await page.getByRole('gridcell', { name: 'Corn' }).waitFor();
  await assertAccessibleInBothThemes(page, 'result');
  await page.getByRole('button', { name: '1 INSERT 0 1' }).click();
  await page.getByText('INSERT 0 1: done, no rows.').waitFor();
});

test('an error names its line and is marked there; nothing of the script stays', async () => {
  const { page } = await studio.signIn(path);
  await run(page, 'create table half_done (id int);\nselect name,\n  nme\nfrom loaves;');
  await page.getByText('column "nme" does not exist').waitFor();
  await page.getByText('42703').waitFor();
  await page.getByText('Nothing was changed: 1 statement before it was rolled back.').waitFor();
  await assertAccessibleInBothThemes(page, 'failed script');
  const made = sql`select to_regclass('half_done') is not null as made`;
  expect(await studio.backend.database.query(made)).toEqual([{ made: false }]);
  await page.getByRole('button', { name: 'Show line 3' }).click();
  await page.keyboard.press('End');
  await page.keyboard.press('Control+Backspace');
  await page.keyboard.type('id');
  await page.keyboard.press('Control+Enter');
  await page.getByRole('gridcell', { name: 'Rye' }).waitFor();
  expect(await studio.backend.database.query(made)).toEqual([{ made: true }]);
});

test('a script that runs for long can be cancelled, on the server too', async () => {
  const { page } = await studio.signIn(path);
  await run(page, 'select pg_sleep(600);');
  await page.getByText(/^Running for/).waitFor();
  await assertAccessibleInBothThemes(page, 'running script');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await page.getByText('canceling statement due to user request').waitFor();
  const running = await studio.backend.database.query(
    sql`select 1 from pg_stat_activity where query like 'select pg_sleep(600)%' and state = 'active'`,
  );
  expect(running).toEqual([]);
});

test('of a big result the first rows are shown, and that there are more', async () => {
  const { page } = await studio.signIn(path);
  await run(page, `select n, repeat('x', 40) as text from generate_series(1, 100000) n;`);
  await page.getByText('Only the first 1,000 rows were read.').waitFor();
  await page.getByRole('grid').press('Control+ArrowDown');
  await page.getByRole('gridcell', { name: '1000', exact: true }).waitFor();
});

test('a script that takes things away asks first', async () => {
  const { page } = await studio.signIn(path);
  await run(page, 'delete from loaves;');
  const question = page.getByRole('alertdialog');
  await question.getByText('Deletes every row of loaves: there is no WHERE').waitFor();
  await assertAccessibleInBothThemes(page, 'dangerous script');
  await question.getByRole('button', { name: 'Cancel' }).click();
  await run(page, 'select count(*) > 2 as kept from loaves;');
  await page.getByRole('gridcell', { name: /^t(rue)?$/ }).waitFor();
});

test('a script runs as a role of the application, and sees what its policies let through', async () => {
  const { page } = await studio.signIn(path);
  await page.getByRole('combobox', { name: 'Run as role' }).selectOption('anon');
  await run(page, 'select current_user as who, count(*) as seen from loaves;');
  await page.getByRole('gridcell', { name: 'anon' }).waitFor();
  await page.getByRole('gridcell', { name: '0', exact: true }).waitFor();
});

test('what is written outlives a reload, and what ran is in the history', async () => {
  const { page } = await studio.signIn(path);
  await run(page, 'select 41 + 1 as answer;');
  await page.getByRole('gridcell', { name: '42' }).waitFor();
  await write(page, 'select -- not finished');
  await page.reload();
  await page.getByText('not finished').waitFor();
  await page.getByRole('button', { name: 'History' }).click();
  const history = page.getByRole('dialog', { name: 'History' });
  await history.getByText('select 41 + 1 as answer;').waitFor();
  await assertAccessibleInBothThemes(page, 'history');
});
