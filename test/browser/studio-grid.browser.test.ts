import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import type { Visitor } from './browser.ts';
import { assertAccessibleInBothThemes, StudioUnderTest } from './studio.ts';

vi.setConfig({ testTimeout: 30_000, hookTimeout: 60_000 });

/** As many as a table that nobody wants to wait for. */
const rowCount = 1_000_000;

const schema = `
  create table events (id int primary key, kind text not null, weight int not null);
  insert into events
    select n, (array['view', 'click', 'buy', 'leave'])[1 + n % 4], n % 1000 from generate_series(1, ${rowCount}) n;
  create index on events (weight, id);
  analyze events;
`;

const path = '/project/default/table/public/events';

let studio: StudioUnderTest;

beforeAll(async () => {
  studio = await StudioUnderTest.start({ schema });
});

afterEach((context) => studio.endTest(context));

afterAll(() => studio?.close());

/** Opens the rows and waits for the first of them. */
async function openRows(search = ''): Promise<Visitor> {
  const visitor = await studio.signIn(`${path}${search}`);
  await visitor.page.locator('[data-row="0"] [data-column="1"]').getByText(/\w/).waitFor();
  return visitor;
}

const cell = (page: Page, row: number, column: number) =>
  page.locator(`[data-row="${row}"] [data-column="${column}"]`);

/** What the page asked for rows with. */
async function windowsOf({ log }: Visitor): Promise<{ after?: unknown[]; offset: number }[]> {
  const calls = (await log.calls()).filter(({ url }) => url.endsWith('/rows/query'));
  return calls.map(({ body }) => JSON.parse(body) as { after?: unknown[]; offset: number });
}

test('a million rows: the page holds few of them, reads on behind the last one, and leaps to the end', async () => {
  const visitor = await openRows();
  const { page } = visitor;
  await page.getByRole('button', { name: '~1 M rows' }).waitFor();
  await assertAccessibleInBothThemes(page, 'many rows');
  await cell(page, 0, 0).click();
  for (let pages = 0; pages < 40; pages += 1) await page.keyboard.press('PageDown');
  const active = page.getByRole('grid');
  await expect.poll(() => active.getAttribute('aria-activedescendant')).toMatch(/-\d{3,}-0$/);
  const [, row = ''] =
    /-(\d+)-0$/.exec((await active.getAttribute('aria-activedescendant')) ?? '') ?? [];
  await cell(page, Number(row), 0)
    .getByText(String(Number(row) + 1))
    .waitFor();
  const windows = await windowsOf(visitor);
  expect(windows.length).toBeGreaterThan(1);
  for (const { after, offset } of windows.slice(1)) {
    expect(after).toHaveLength(1);
    expect(offset).toBe(0);
  }

  await page.keyboard.press('Control+ArrowDown');
  await cell(page, rowCount - 1, 0)
    .getByText(String(rowCount))
    .waitFor();
  expect(await page.getByRole('gridcell').count()).toBeLessThan(400);
  await page.keyboard.press('Control+ArrowUp');
  await cell(page, 0, 0).getByText('1', { exact: true }).waitFor();
});

test('the scroll bar leads to the middle, and where rows are on their way it shows so', async () => {
  const { page } = await openRows();
  await page.evaluate(`(() => {
    const bar = [...document.querySelectorAll('[role=grid], [role=grid] *')]
      .find(({ scrollHeight }) => scrollHeight > 1_000_000);
    bar.scrollTop = bar.scrollHeight / 2;
  })()`);
  await expect
    .poll(() => page.getByRole('row').nth(5).getAttribute('data-row').then(Number))
    .toBeGreaterThan(rowCount / 3);
  const row = Number(await page.getByRole('row').nth(5).getAttribute('data-row'));
  await cell(page, row, 0)
    .getByText(String(row + 1))
    .waitFor();
});

test('the exact number of rows comes when it is asked for', async () => {
  const { page } = await openRows();
  await page.getByRole('button', { name: '~1 M rows' }).click();
  await page.getByText('1,000,000 rows').first().waitFor();
});

test('filters and order are in the address: back, reload and a shared link show the same', async () => {
  const { page } = await openRows();
  await page.keyboard.press('/');
  await page.keyboard.type('kind');
  await page.keyboard.press('Enter');
  await page.getByRole('option', { name: /^equals/ }).click();
  await page.getByRole('textbox', { name: 'Value' }).fill('buy');
  await assertAccessibleInBothThemes(page, 'filter');
  await page.keyboard.press('Enter');
  await cell(page, 0, 1).getByText('buy').waitFor();
  await page.getByRole('columnheader', { name: /weight/ }).click();
  await page.getByRole('columnheader', { name: /weight/ }).click();
  await cell(page, 0, 2).getByText('998').waitFor();
  const shared = page.url();
  await page.reload();
  await cell(page, 0, 2).getByText('998').waitFor();
  await page.goBack();
  await cell(page, 0, 2).getByText('2', { exact: true }).waitFor();

  const other = await openRows(new URL(shared).search);
  await cell(other.page, 0, 2).getByText('998').waitFor();
  await other.page.getByRole('button', { name: /^Remove filter kind/ }).click();
  await cell(other.page, 0, 2).getByText('999').waitFor();
});

test('filters that leave nothing say so and can be taken away', async () => {
  const { page } = await studio.signIn(`${path}?filter=kind:eq:never`);
  await page.getByText('No row matches the filters').waitFor();
  await assertAccessibleInBothThemes(page, 'no row');
  await page.getByRole('button', { name: 'Clear filters' }).click();
  await cell(page, 0, 1).getByText('click').waitFor();
});

test('a filter that the server refuses is told of in its words', async () => {
  const visitor = await studio.signIn(`${path}?filter=weight:eq:heavy`);
  visitor.tolerate(/status of 400/);
  await visitor.page.getByText('invalid input syntax for type integer').waitFor();
  await assertAccessibleInBothThemes(visitor.page, 'refused filter');
});
