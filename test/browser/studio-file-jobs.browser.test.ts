import { sql } from '@plinth/postgres';
import { createClient } from '@supabase/supabase-js';
import type { Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import ws from 'ws';
import { eventually } from './eventually.ts';
import { takeScreenshots } from './screenshots.ts';
import { assertAccessibleInBothThemes, StudioUnderTest } from './studio.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const path = '/project/default/storage';

let studio: StudioUnderTest;

beforeAll(async () => {
  studio = await StudioUnderTest.start();
});

afterEach((context) => studio.endTest(context));

afterAll(() => studio?.close());

/** A bucket with so many small files in the folder `old`. */
async function makeBucket(bucket: string, files: number): Promise<void> {
  const { url, serviceRoleKey, database } = studio.backend;
  const { storage } = createClient(url, serviceRoleKey, {
    auth: { persistSession: false, autoRefreshToken: false },
    realtime: { transport: ws as never },
  });
  await storage.createBucket(bucket);
  await storage.from(bucket).upload('old/report.txt', 'report', { contentType: 'text/plain' });
  await storage.from(bucket).upload('kept.txt', 'kept', { contentType: 'text/plain' });
  await database.query(sql`
    insert into storage.objects (bucket_id, name, version, metadata)
    select ${bucket}, 'old/part ' || n || '.txt', gen_random_uuid(), '{"size": 4, "mimetype": "text/plain"}'
    from generate_series(1, ${files - 1}::int) as n`);
}

/** Makes each change of a file take so long. */
async function slow(milliseconds: number): Promise<void> {
  await studio.backend.database.run(`
    create or replace function public.slow() returns trigger language plpgsql as $$ begin
      perform pg_sleep(${milliseconds / 1000});
      return case when tg_op = 'DELETE' then old else new end; end $$;
    create or replace trigger slow before delete or update on storage.objects
      for each row execute function public.slow();`);
}

const filesLeft = async (bucket: string, folder = 'old/'): Promise<number> => {
  const [row] = await studio.backend.database.query<{ count: number }>(sql`
    select count(*)::int from storage.objects where bucket_id = ${bucket} and starts_with(name, ${folder})`);
  return row?.count ?? -1;
};

const folder = (page: Page, name: string): Locator =>
  page.getByRole('option', { name: new RegExp(`^${name}\\s*Folder`) });

const dockOf = (page: Page): Locator => page.getByRole('region', { name: 'Uploads and changes' });

async function remove(page: Page, name: string): Promise<void> {
  await folder(page, name).locator('[data-tick]').click();
  await page.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
}

test('a folder of 700 files is deleted though the page is closed at once', async () => {
  await makeBucket('closed', 700);
  await slow(20);
  const { page, context } = await studio.signIn(`${path}/closed`);
  await remove(page, 'old');
  const dock = dockOf(page);
  await dock.getByText('Delete old').waitFor();
  await dock.getByText(/of 700 files/).waitFor();
  await takeScreenshots(page, 'file-job-running');
  await assertAccessibleInBothThemes(page, 'running job');
  await page.close();
  expect(await filesLeft('closed')).toBeGreaterThan(0);
  await slow(0);
  await eventually(() => filesLeft('closed')).toBe(0);

  const again = await context.newPage();
  await again.goto(studio.urlOf(`${path}/closed`));
  await again.getByRole('option', { name: /^kept.txt/ }).waitFor();
  expect(await folder(again, 'old').count()).toBe(0);
  const line = dockOf(again).getByRole('listitem').filter({ hasText: 'Delete old' });
  await line.getByText('700 of 700 files').waitFor();
  await takeScreenshots(again, 'file-job-done');
  await dockOf(again).getByRole('button', { name: 'Close the list' }).click();
  await dockOf(again).waitFor({ state: 'detached' });
  await again.reload();
  await again.getByRole('option', { name: /^kept.txt/ }).waitFor();
  expect(await dockOf(again).count()).toBe(0);
});

test('a running job is found again after a reload and in another tab, and is stopped from there', async () => {
  await makeBucket('stopped', 2_000);
  await slow(10);
  const { page, context } = await studio.signIn(`${path}/stopped`);
  await folder(page, 'old').click({ button: 'left' });
  await page
    .getByRole('navigation', { name: 'Folder' })
    .getByRole('link', { name: 'stopped' })
    .click();
  await folder(page, 'old').waitFor();
  await folder(page, 'old').locator('[data-tick]').click();
  await page.getByRole('button', { name: 'Rename' }).click();
  await page.getByLabel('New name').fill('new');
  await page.getByRole('button', { name: 'Rename' }).last().click();
  await dockOf(page).getByText('Rename old to new').waitFor();
  await page.reload();
  await dockOf(page)
    .getByText(/of 2,000 files/)
    .waitFor();

  const other = await context.newPage();
  await other.goto(studio.urlOf(`${path}/stopped`));
  const dock = dockOf(other);
  const bar = dock.getByRole('progressbar', { name: 'Rename old to new' });
  await eventually(async () => Number(await bar.getAttribute('aria-valuenow'))).toBeGreaterThan(5);
  await dock.getByRole('button', { name: 'Stop' }).click();
  await dock.getByText(/· stopped/).waitFor();
  // Both lists show both folders: nothing was lost.
  await folder(other, 'new').waitFor();
  await dockOf(page)
    .getByText(/· stopped/)
    .waitFor();
  await folder(page, 'new').waitFor();
  const left = await filesLeft('stopped');
  expect(left).toBeGreaterThan(0);
  expect(await filesLeft('stopped', 'new/')).toBe(2_000 - left);

  await slow(0);
  await dock.getByRole('button', { name: 'Go on: Rename old to new' }).click();
  await other.getByText('old is new now').waitFor();
  await folder(other, 'old').waitFor({ state: 'detached' });
  expect(await filesLeft('stopped', 'new/')).toBe(2_000);
});

test('files that failed are told with the reason, and tried again', async () => {
  await makeBucket('taken', 40);
  await slow(0);
  const { database } = studio.backend;
  await database.query(sql`
    insert into storage.objects (bucket_id, name, version, metadata)
    select 'taken', 'there/old/part ' || n || '.txt', gen_random_uuid(), '{"size": 4}'
    from generate_series(3, 14) as n`);
  const { page } = await studio.signIn(`${path}/taken`);
  await folder(page, 'old').locator('[data-tick]').click();
  await page.getByRole('button', { name: 'Move' }).click();
  const question = page.getByRole('dialog', { name: 'Move old' });
  await question.getByRole('button', { name: 'there' }).click();
  await question.getByRole('button', { name: 'Move here' }).click();
  const dock = dockOf(page);
  await dock.getByText('28 of 40 files').waitFor();
  await dock.getByText('12 files failed').click();
  await dock.getByText('old/part 10.txt: ').waitFor();
  await dock.getByText('The resource already exists').first().waitFor();
  await takeScreenshots(page, 'file-job-failures');
  await assertAccessibleInBothThemes(page, 'failed files');
  await database.as().script(`set storage.allow_delete_query = 'true';
    delete from storage.objects where bucket_id = 'taken' and name like 'there/old/part 1_.txt'`);
  await dock.getByRole('button', { name: 'Try the failed files again' }).click();
  await dock.getByText(/^7 files failed/).waitFor();
  expect(await filesLeft('taken')).toBe(7);
  await page.reload();
  await dock.getByText('33 of 40 files').waitFor();
  await dock.getByRole('button', { name: 'Take Move old to there off the list' }).click();
  await dock.waitFor({ state: 'detached' });
});
