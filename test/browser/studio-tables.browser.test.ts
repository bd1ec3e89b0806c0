import { type Sql, sql } from '@plinth/postgres';
import type { Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { assertAccessibleInBothThemes, StudioUnderTest } from './studio.ts';

vi.setConfig({ testTimeout: 30_000, hookTimeout: 60_000 });

const longText = 'The quick brown fox jumps over the lazy dog. '.repeat(200);

const schema = `
  create type state as enum ('draft', 'paid', 'sent');
  create table products (
    id int primary key, name text not null, price numeric(10, 2) not null check (price >= 0),
    in_stock bool not null default true, tags text[], details jsonb, note text,
    changed_at timestamptz, state state
  );
  insert into products (id, name, price, note) select n, 'Loaf ' || n, n, 'as it was' from generate_series(1, 30) n;
  create table articles (id int primary key, body text);
  insert into articles values (1, '${longText}');
  create table orders (id int primary key, product_id int references products);
  insert into orders values (1, 7);
  create table leftovers (id int primary key);
  insert into leftovers values (1), (2);
`;

let studio: StudioUnderTest;

beforeAll(async () => {
  studio = await StudioUnderTest.start({ schema });
});

afterEach((context) => studio.endTest(context));

afterAll(() => studio?.close());

const tablePath = (name: string): string => `/project/default/table/public/${name}`;

/** A cell of products, whose columns these are. */
const cell = (page: Page, row: number, column: string): Locator =>
  page.locator(`[data-row="${row}"] [data-column="${columns.indexOf(column)}"]`);
const columns = ['id', 'name', 'price', 'in_stock', 'tags', 'details', 'note', 'changed_at'];

/** Gives a cell of products a new value, as far as the tray. */
async function edit(page: Page, row: number, column: string, value: string): Promise<void> {
  await cell(page, row, column).click();
  await page.keyboard.press('Enter');
  const field = page.getByRole('textbox', { name: `Value of ${column}` });
  await field.fill(value);
  await field.press('Control+Enter');
}

const save = (page: Page): Promise<void> =>
  page.getByRole('button', { name: 'Save changes' }).click();

async function valuesOf(statement: Sql): Promise<unknown[]> {
  const [row] = await studio.backend.database.query<Record<string, unknown>>(statement);
  return Object.values(row ?? {});
}

test('a table is designed, made, filled and dropped', async () => {
  const visitor = await studio.signIn('/project/default/table');
  visitor.tolerate(/status of 409/);
  const { page } = visitor;
  await page.getByRole('navigation', { name: 'Tables' }).getByText('products').waitFor();
  await assertAccessibleInBothThemes(page, 'tables');
  await page.keyboard.press('Alt+n');
  const form = page.getByRole('dialog', { name: 'New table in public' });
  await form.getByLabel('Name', { exact: true }).fill('deliveries');
  await form.getByRole('button', { name: 'Add column' }).click();
  await page.keyboard.type('product_id');
  await form.getByRole('button', { name: 'Type of product_id: text' }).click();
  await page.keyboard.type('int4');
  await page.keyboard.press('Enter');
  await form.getByRole('button', { name: 'Add column' }).click();
  await page.keyboard.type('note');
  await form.getByLabel('Default of note').fill("it's on its way");
  await form.getByRole('button', { name: 'Add foreign key' }).click();
  await form.getByRole('button', { name: /^Table it points at/ }).click();
  await page.keyboard.type('products');
  await page.keyboard.press('Enter');
  const preview = form.getByRole('region', { name: 'SQL', exact: true });
  await preview.getByText('references "public"."products" ("id")').waitFor();
  await preview.getByText(`default 'it''s on its way'`).waitFor();
  await assertAccessibleInBothThemes(page, 'new table');
  await form.getByRole('button', { name: 'Create table' }).click();
  await page.getByText('deliveries has no rows yet').waitFor();
  await page.getByText('RLS on, no policy').waitFor();
  await assertAccessibleInBothThemes(page, 'a table without rows');

  await page.keyboard.press('Alt+i');
  const row = page.getByRole('dialog', { name: 'New row in deliveries' });
  await row.getByRole('textbox', { name: 'product_id' }).fill('4711');
  await row.getByRole('button', { name: 'Insert row' }).click();
  await row.getByText('violates foreign key constraint').waitFor();
  await row.getByText('23503').waitFor();
  await assertAccessibleInBothThemes(page, 'refused row');
  await row.getByRole('textbox', { name: 'product_id' }).fill('7');
  await row.getByRole('button', { name: 'Insert row' }).click();
  await page.getByRole('gridcell', { name: "it's on its way" }).waitFor();

  await page.getByRole('button', { name: 'More about this table' }).click();
  await page.getByRole('menuitem', { name: 'Delete table' }).click();
  const question = page.getByRole('alertdialog', { name: 'Delete table deliveries' });
  await question.getByText('It holds 1 row and has 0 dependants.').waitFor();
  await assertAccessibleInBothThemes(page, 'delete table');
  await question.getByLabel('Type deliveries to confirm').fill('deliveries');
  await question.getByRole('button', { name: 'Delete table' }).click();
  await page.getByText('Table deliveries deleted').waitFor();
  expect(await valuesOf(sql`select to_regclass('public.deliveries')`)).toEqual([null]);
});

test('changes of cells are collected, undone, reviewed and saved together', async () => {
  const { page } = await studio.signIn(tablePath('products'));
  await edit(page, 0, 'name', 'Rye loaf');
  await edit(page, 1, 'name', 'Not this one');
  await page.getByText('2 changes in 2 rows').waitFor();
  await page.keyboard.press('Control+z');
  await page.getByText('1 change in 1 row', { exact: true }).waitFor();
  await edit(page, 0, 'details', '{"grams": 500}');
  await cell(page, 0, 'in_stock').click();
  await page.keyboard.press('Enter');
  await page.getByRole('option', { name: 'false' }).click();
  await assertAccessibleInBothThemes(page, 'staged changes');
  await page.getByRole('button', { name: 'Review' }).click();
  const review = page.getByRole('dialog', { name: 'Unsaved changes' });
  await review.getByText('Loaf 1', { exact: true }).waitFor();
  await assertAccessibleInBothThemes(page, 'review');
  await page.keyboard.press('Escape');
  expect(await valuesOf(sql`select name from products where id = 1`)).toEqual(['Loaf 1']);
  await page.keyboard.press('Control+s');
  await page.getByText('1 row saved').waitFor();
  expect(
    await valuesOf(sql`select name, details ->> 'grams', in_stock from products where id = 1`),
  ).toEqual(['Rye loaf', '500', false]);
  expect(await valuesOf(sql`select name from products where id = 2`)).toEqual(['Loaf 2']);
});

test('what is typed outlives a reload until it is saved', async () => {
  const { page } = await studio.signIn(tablePath('products'));
  await edit(page, 9, 'note', 'typed before the reload');
  await page.getByText('1 change in 1 row').waitFor();
  await page.reload();
  await page.getByText('typed before the reload').waitFor();
  await save(page);
  await page.getByText('1 row saved').waitFor();
  expect(await valuesOf(sql`select note from products where id = 10`)).toEqual([
    'typed before the reload',
  ]);
});

test('NULL and an empty text are two things', async () => {
  const { page } = await studio.signIn(tablePath('products'));
  await edit(page, 2, 'note', '');
  await cell(page, 3, 'note').click();
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'NULL' }).click();
  await cell(page, 2, 'note').getByText('empty').waitFor();
  await cell(page, 3, 'note').getByText('NULL').waitFor();
  await save(page);
  await page.getByText('2 rows saved').waitFor();
  expect(
    await valuesOf(sql`select string_agg(coalesce(note, 'none'), '|' order by id)
                       from products where id in (3, 4)`),
  ).toEqual(['|none']);
});

test('a value that cannot be is told of in the cell, one that Postgres refuses in the review', async () => {
  const visitor = await studio.signIn(tablePath('products'));
  visitor.tolerate(/status of 400/);
  const { page } = visitor;
  await edit(page, 4, 'price', 'a lot');
  await page.getByText('A number is needed').waitFor();
  await assertAccessibleInBothThemes(page, 'cell editor with a problem');
  await page.getByRole('textbox', { name: 'Value of price' }).fill('-1');
  await page.keyboard.press('Enter');
  await save(page);
  await page.getByText('1 row needs a look').waitFor();
  await page.getByRole('button', { name: 'Review' }).click();
  const review = page.getByRole('dialog', { name: 'Unsaved changes' });
  await review.getByText('violates check constraint').waitFor();
  await review.getByRole('button', { name: 'Discard' }).click();
  expect(await valuesOf(sql`select price::int from products where id = 5`)).toEqual([5]);
});

test('a row that somebody else has changed is not overwritten unawares', async () => {
  const visitor = await studio.signIn(tablePath('products'));
  visitor.tolerate(/status of 409/);
  const { page } = visitor;
  await edit(page, 5, 'note', 'mine');
  await studio.backend.database.run(`update products set note = 'theirs' where id = 6`);
  await save(page);
  await page.getByText('1 row needs a look').waitFor();
  expect(await valuesOf(sql`select note from products where id = 6`)).toEqual(['theirs']);
  await page.getByRole('button', { name: 'Review' }).click();
  const review = page.getByRole('dialog', { name: 'Unsaved changes' });
  await review.getByRole('button', { name: 'Overwrite with mine' }).click();
  await review.getByText('theirs').waitFor();
  await review.getByRole('button', { name: 'Save changes' }).click();
  await page.getByText('1 row saved').waitFor();
  expect(await valuesOf(sql`select note from products where id = 6`)).toEqual(['mine']);
});

test('a text that comes cut is edited and saved whole', async () => {
  const { page } = await studio.signIn(tablePath('articles'));
  await page.getByText('… more').waitFor();
  await page.getByRole('gridcell', { name: /quick brown/ }).click();
  await page.keyboard.press('Shift+Enter');
  const detail = page.getByRole('complementary', { name: 'Row of articles' });
  const body = detail.getByRole('textbox', { name: 'body' });
  expect(await body.isDisabled()).toBe(true);
  await detail.getByRole('button', { name: 'Load all 9,000 characters' }).click();
  await expect.poll(() => body.inputValue()).toBe(longText);
  await assertAccessibleInBothThemes(page, 'row beside the grid');
  await body.fill(`${longText}And again.`);
  await save(page);
  await page.getByText('1 row saved').waitFor();
  await detail.getByRole('button', { name: 'Load all 9,010 characters' }).click();
  await expect.poll(() => body.inputValue()).toBe(`${longText}And again.`);
  expect(await valuesOf(sql`select body from articles`)).toEqual([`${longText}And again.`]);
});

test('rows are deleted after a question that says how many, and a refusal leaves them all', async () => {
  const visitor = await studio.signIn(tablePath('leftovers'));
  visitor.tolerate(/status of 409|status of 400/);
  const { page } = visitor;
  await page.getByRole('checkbox', { name: 'Select the loaded rows' }).click();
  await page.getByRole('button', { name: 'Delete 2 rows' }).click();
  const question = page.getByRole('alertdialog', { name: 'Delete 2 rows of leftovers' });
  await assertAccessibleInBothThemes(page, 'delete rows');
  await question.getByRole('button', { name: 'Delete 2 rows' }).click();
  await page.getByText('leftovers has no rows yet').waitFor();

  await page.goto(studio.urlOf(tablePath('products')));
  await cell(page, 6, 'name').click();
  await page.keyboard.press(' ');
  await page.getByRole('button', { name: 'Delete 1 row' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete 1 row' }).click();
  await page.getByText('violates foreign key constraint').first().waitFor();
  expect(await valuesOf(sql`select count(*)::int from products`)).toEqual([30]);
});

test('the definition of a table and the row that a key points at stand beside the rows', async () => {
  const { page } = await studio.signIn(`${tablePath('orders')}?panel=definition`);
  const definition = page.getByRole('complementary', { name: 'Definition' });
  await definition.getByText('product_id → products (id)').waitFor();
  await assertAccessibleInBothThemes(page, 'definition');
  await definition.getByRole('button', { name: 'Close' }).click();
  await page.getByRole('gridcell', { name: '7' }).click();
  await page.keyboard.press('Alt+Enter');
  const peek = page.getByRole('dialog', { name: 'Row of products' });
  await peek.getByText('Loaf 7').waitFor();
  await assertAccessibleInBothThemes(page, 'peek');
  await peek.getByRole('link', { name: 'Open' }).click();
  await page.getByRole('heading', { name: 'products', level: 1 }).waitFor();
  await page.getByText('1 row', { exact: true }).first().waitFor();
});

test('on a telephone the rows are a list, and a row opens at a touch', async () => {
  const { page } = await studio.signIn(tablePath('products'), { width: 390, height: 844 });
  await page.getByRole('list', { name: 'Rows of products' }).getByText('Loaf 8').waitFor();
  await assertAccessibleInBothThemes(page, 'rows on a telephone');
  await page.getByRole('button', { name: /^Loaf 8/ }).click();
  const detail = page.getByRole('dialog', { name: 'Row of products' });
  await detail.getByRole('textbox', { name: 'name' }).waitFor();
  await assertAccessibleInBothThemes(page, 'row on a telephone');
});
