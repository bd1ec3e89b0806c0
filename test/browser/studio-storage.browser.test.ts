import { sql } from '@plinth/postgres';
import { createClient } from '@supabase/supabase-js';
import type { Locator, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import ws from 'ws';
import type { Visitor } from './browser.ts';
import { eventually } from './eventually.ts';
import { assertAccessibleInBothThemes, StudioUnderTest } from './studio.ts';

vi.setConfig({ testTimeout: 30_000, hookTimeout: 60_000 });

const path = '/project/default/storage';

/** Policies that an application has on its files. */
const schema = `
  create policy "Members read photos" on storage.objects for select to authenticated
    using (bucket_id = 'photos');
  create policy "Members read films" on storage.objects for select to authenticated
    using (bucket_id = 'films');
`;

/** Blue, 8 by 6 pixels. */
const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAgAAAAGCAIAAABxZ0isAAAAEUlEQVR42mNgSJuDFTEMcQkAXaRM4ZJzdJcAAAAASUVORK5CYII=',
  'base64',
);

let studio: StudioUnderTest;

beforeAll(async () => {
  studio = await StudioUnderTest.start({ schema });
});

afterEach((context) => studio.endTest(context));

afterAll(() => studio?.close());

/** The storage as the application's server sees it. */
function server() {
  const { url, serviceRoleKey } = studio.backend;
  return createClient(url, serviceRoleKey, {
    auth: { persistSession: false, autoRefreshToken: false },
    realtime: { transport: ws as never },
  }).storage;
}

async function makeBucket(name: string, isPublic = false): Promise<void> {
  const { error } = await server().createBucket(name, { public: isPublic });
  if (error !== null) throw error;
}

async function put(bucket: string, key: string, body: string | Buffer, contentType: string) {
  const { error } = await server().from(bucket).upload(key, body, { contentType });
  if (error !== null) throw error;
}

/** Every file of a bucket, sorted. */
async function keysOf(bucket: string): Promise<string[]> {
  const rows = await studio.backend.database.query<{ name: string }>(
    sql`select name from storage.objects where bucket_id = ${bucket} order by name collate "C"`,
  );
  return rows.map(({ name }) => name);
}

const entry = (page: Page, name: string, rest: string): Locator =>
  page.getByRole('option', {
    name: new RegExp(`^${name.replace(/[.()/]/g, '\\$&')}\\s*${rest}`),
  });

const file = (page: Page, name: string): Locator => entry(page, name, '\\d');

const folder = (page: Page, name: string): Locator => entry(page, name, 'Folder');

/** Pixels of a picture that the page has loaded; 0 of one that it has not. */
const widthOf = (picture: Locator): Promise<number> =>
  picture.evaluate((image) => (image as unknown as { naturalWidth: number }).naturalWidth);

const choose = (page: Page, files: Parameters<Locator['setInputFiles']>[0]): Promise<void> =>
  page.locator('input[data-files]').setInputFiles(files);

const text = (name: string, content: string) => ({
  name,
  mimeType: 'text/plain',
  buffer: Buffer.from(content),
});

/** Drops files onto the list, as from a folder of the desktop. */
async function drop(page: Page, files: Readonly<Record<string, string>>): Promise<void> {
  const dataTransfer = await page.evaluateHandle(`(() => {
    const transfer = new DataTransfer();
    for (const [name, content] of Object.entries(${JSON.stringify(files)}))
      transfer.items.add(new File([content], name, { type: 'text/plain' }));
    return transfer;
  })()`);
  const area = page.getByRole('region', { name: 'Files' });
  await area.dispatchEvent('dragenter', { dataTransfer });
  await page.getByText(/^Drop to upload to/).waitFor();
  await area.dispatchEvent('drop', { dataTransfer });
}

async function bucketMenu(page: Page, item: string): Promise<void> {
  await page.getByRole('button', { name: 'More about this bucket' }).click();
  await page.getByRole('menuitem', { name: item }).click();
}

test('a bucket is made with rules, tells of them before an upload, and goes after its name is typed', async () => {
  const { page } = await studio.signIn(path);
  await page.getByText('No buckets yet').first().waitFor();
  await assertAccessibleInBothThemes(page, 'no buckets');
  await page.getByRole('button', { name: 'New bucket' }).first().click();
  const form = page.getByRole('dialog', { name: 'New bucket' });
  await form.getByLabel('Name').fill('texts');
  await form.getByLabel('Largest file').fill('900');
  await form.getByText('The project takes files up to').waitFor();
  await form.getByLabel('Largest file').fill('2');
  await form.getByLabel('Unit').selectOption('kB');
  await form.getByLabel('Types').fill('text/*');
  await assertAccessibleInBothThemes(page, 'new bucket');
  await form.getByRole('button', { name: 'Create bucket' }).click();
  await page.getByRole('heading', { name: 'texts' }).waitFor();
  await page.getByText('up to 2.0 kB · text/*').waitFor();
  const { data } = await server().getBucket('texts');
  expect(data).toMatchObject({ file_size_limit: 2000, allowed_mime_types: ['text/*'] });

  await choose(page, [
    text('short.txt', 'short'),
    text('long.txt', 'x'.repeat(3000)),
    { name: 'picture.png', mimeType: 'image/png', buffer: png },
  ]);
  const question = page.getByRole('dialog', { name: 'Upload 1 file' });
  await question.getByText('long.txt').waitFor();
  await question.getByText('picture.png').waitFor();
  await assertAccessibleInBothThemes(page, 'refused files');
  await question.getByRole('button', { name: 'Upload 1 file' }).click();
  await file(page, 'short.txt').waitFor();
  expect(await keysOf('texts')).toEqual(['short.txt']);

  await bucketMenu(page, 'Settings');
  await page.getByLabel('Public bucket').check();
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Public', { exact: true }).waitFor();
  await bucketMenu(page, 'Empty bucket');
  await page.getByLabel('Type texts to confirm').fill('texts');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Empty bucket' }).click();
  await page.getByText('No files here').waitFor();
  expect(await keysOf('texts')).toEqual([]);
  await bucketMenu(page, 'Delete bucket');
  await page.getByLabel('Type texts to confirm').fill('texts');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete bucket' }).click();
  await page.getByText('Bucket texts deleted').waitFor();
  expect((await server().listBuckets()).data).toEqual([]);
});

/** How many bytes of the file are on the server, as the resumable protocol tells. */
async function resumed({ log }: Visitor): Promise<boolean> {
  const calls = await log.calls();
  return calls.some(({ method, url }) => method === 'HEAD' && url.includes('/upload/resumable/'));
}

test('many files go up at once; a large one is paused, goes on where it was, and arrives whole', async () => {
  await makeBucket('uploads');
  await put('uploads', 'note.txt', 'old', 'text/plain');
  const visitor = await studio.signIn(`${path}/uploads`);
  const { page } = visitor;
  await file(page, 'note.txt').waitFor();
  await drop(page, { 'note.txt': 'new', 'other.txt': 'other' });
  const question = page.getByRole('dialog', { name: 'Upload 2 files' });
  await question.getByLabel('Keep both').check();
  await assertAccessibleInBothThemes(page, 'name taken');
  await question.getByRole('button', { name: 'Upload 2 files' }).click();
  await page.getByText('2 files uploaded').waitFor();
  await file(page, 'note (1).txt').waitFor();

  const large = Buffer.alloc(16_000_000);
  for (let at = 0; at < large.length; at += 4) large.writeUInt32LE(at, at);
  const network = await visitor.context.newCDPSession(page);
  const speed = (uploadThroughput: number): Promise<void> =>
    network.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput,
    }) as Promise<never>;
  await speed(4_000_000);
  await choose(page, { name: 'film.mp4', mimeType: 'video/mp4', buffer: large });
  const dock = page.getByRole('region', { name: 'Uploads and changes' });
  const bar = dock.getByRole('progressbar', { name: 'film.mp4' });
  await eventually(async () => Number(await bar.getAttribute('aria-valuenow'))).toBeGreaterThan(50);
  await dock.getByRole('button', { name: 'Pause film.mp4' }).click();
  await dock.getByText(/^Paused/).waitFor();
  await assertAccessibleInBothThemes(page, 'paused upload');
  expect(await keysOf('uploads')).not.toContain('film.mp4');
  await speed(-1);
  await dock.getByRole('button', { name: 'Resume film.mp4' }).click();
  await dock.getByText('3 files uploaded').waitFor();
  expect(await resumed(visitor)).toBe(true);
  const { data } = await server().from('uploads').download('film.mp4');
  expect(large.equals(Buffer.from(await (data as Blob).arrayBuffer()))).toBe(true);
  await dock.getByRole('button', { name: 'Close the list' }).click();
  await file(page, 'film.mp4').waitFor();
});

test('folders are walked by the address; files show their pictures, texts and what is known of them', async () => {
  await makeBucket('photos');
  await put('photos', '2026/autumn/blue.png', png, 'image/png');
  await put('photos', '2026/autumn/notes.md', '# Low water at 7:12', 'text/markdown');
  await put('photos', 'other.txt', 'other', 'text/plain');
  const visitor = await studio.signIn(`${path}/photos`);
  const { page } = visitor;
  await folder(page, '2026').click();
  await folder(page, 'autumn').click();
  await page.getByLabel('Grid').check();
  const picture = file(page, 'blue.png').locator('img');
  await eventually(() => widthOf(picture)).toBeGreaterThan(0);
  await assertAccessibleInBothThemes(page, 'grid');
  await page.reload();
  await file(page, 'blue.png').click();
  const pane = page.getByRole('complementary', { name: 'blue.png' });
  const preview = pane.getByRole('img', { name: 'blue.png' });
  await eventually(() => widthOf(preview)).toBe(8);
  await pane.getByText('image/png').waitFor();
  await assertAccessibleInBothThemes(page, 'file');
  await page.getByRole('listbox').press('ArrowRight');
  await page.getByText('# Low water at 7:12').waitFor();
  expect(new URL(page.url()).searchParams.get('file')).toBe('2026/autumn/notes.md');
  await page.keyboard.press('Escape');
  await page
    .getByRole('navigation', { name: 'Folder' })
    .getByRole('link', { name: 'photos' })
    .click();
  await page.getByRole('searchbox', { name: 'Search by name' }).fill('blue');
  await page.getByRole('button', { name: 'Search all folders' }).click();
  await file(page, '2026/autumn/blue.png').waitFor();

  await bucketMenu(page, 'Policies');
  await page.getByText("bucket_id = 'photos'").waitFor();
  expect(await page.getByText('Members read films').count()).toBe(0);
  await assertAccessibleInBothThemes(page, 'policies');
  await page.getByRole('link', { name: 'Write a policy' }).click();
  await eventually(() => page.getByRole('textbox', { name: 'SQL' }).textContent()).toContain(
    "bucket_id = 'photos'",
  );
});

test('files and folders are renamed, moved and deleted by keyboard and mouse', async () => {
  await makeBucket('work');
  await put('work', 'draft.txt', 'draft', 'text/plain');
  for (let at = 10; at < 30; at += 1)
    await put('work', `old/part ${at}.txt`, `${at}`, 'text/plain');
  const { page } = await studio.signIn(`${path}/work`);
  const list = page.getByRole('listbox');
  await file(page, 'draft.txt').waitFor();
  await page.getByRole('button', { name: 'New folder' }).click();
  await page.getByLabel('Name of the folder').fill('kept');
  await page.getByRole('button', { name: 'Create folder' }).click();
  await folder(page, 'kept').waitFor();

  await list.focus();
  await page.keyboard.press('End');
  await page.keyboard.press('F2');
  await page.getByLabel('New name').fill('final.txt');
  await page.getByRole('button', { name: 'Rename' }).last().click();
  await file(page, 'final.txt').waitFor();

  await folder(page, 'old').locator('[data-tick]').click();
  await file(page, 'final.txt').click({ modifiers: ['Control'] });
  await page.getByText('2 selected').waitFor();
  await assertAccessibleInBothThemes(page, 'selection');
  await page.getByRole('button', { name: 'Move' }).click();
  const question = page.getByRole('dialog', { name: 'Move 2 items' });
  await question.getByRole('button', { name: 'kept' }).click();
  await assertAccessibleInBothThemes(page, 'move');
  await question.getByRole('button', { name: 'Move here' }).click();
  await page.getByText('2 items moved to kept').waitFor();
  const moved = await keysOf('work');
  expect(moved).toContain('kept/final.txt');
  expect(moved.filter((key) => key.startsWith('kept/old/part'))).toHaveLength(20);
  expect(moved).toHaveLength(22);

  await folder(page, 'kept').click();
  await folder(page, 'old').waitFor();
  await list.focus();
  await page.keyboard.press('Home');
  await page.keyboard.press(' ');
  await page.keyboard.press('Delete');
  await page.getByRole('alertdialog', { name: 'Delete old' }).getByText('20 files, 40 B').waitFor();
  await assertAccessibleInBothThemes(page, 'delete folder');
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await page.getByText('old deleted').waitFor();
  await folder(page, 'old').waitFor({ state: 'detached' });
  expect(await keysOf('work')).toEqual(['kept/.emptyFolderPlaceholder', 'kept/final.txt']);
});

test('what could not be moved is told file by file', async () => {
  await makeBucket('twice');
  await put('twice', 'a/same.txt', 'mine', 'text/plain');
  await put('twice', 'b/same.txt', 'yours', 'text/plain');
  await put('twice', 'a/free.txt', 'free', 'text/plain');
  const { page } = await studio.signIn(`${path}/twice?path=a`);
  await file(page, 'same.txt').waitFor();
  await page.getByRole('listbox').press('Control+a');
  await page.getByRole('button', { name: 'Move' }).click();
  const question = page.getByRole('dialog', { name: 'Move 2 items' });
  await question.getByRole('button', { name: 'One folder up' }).click();
  await question.getByRole('button', { name: 'b', exact: true }).click();
  await question.getByRole('button', { name: 'Move here' }).click();
  const dock = page.getByRole('region', { name: 'Uploads and changes' });
  await dock.getByText('1 file failed').click();
  await dock.getByText('The resource already exists').waitFor();
  await assertAccessibleInBothThemes(page, 'failed move');
  expect(await keysOf('twice')).toEqual(['a/same.txt', 'b/free.txt', 'b/same.txt']);
});

test('a signed URL opens without a session and saves under the name that was chosen', async () => {
  await makeBucket('papers');
  await put('papers', 'in & out/plan & map.txt', 'the plan', 'text/plain');
  const { page } = await studio.signIn(`${path}/papers?path=in%20%26%20out`);
  await file(page, 'plan & map.txt').click();
  await page.getByRole('button', { name: 'Signed URL' }).click();
  const dialog = page.getByRole('dialog', { name: 'Signed URL of plan & map.txt' });
  await dialog.getByLabel('Works for').selectOption('5 minutes');
  await dialog.getByLabel('The browser saves it').check();
  await dialog.getByLabel('Saved as').fill('the plan.txt');
  await dialog.getByRole('button', { name: 'Create URL' }).click();
  const url = (await dialog.getByText(/^http\S+token=/).textContent()) ?? '';
  await assertAccessibleInBothThemes(page, 'signed URL');
  const answer = await fetch(url);
  expect(answer.headers.get('content-disposition')).toContain("filename*=UTF-8''the%20plan.txt");
  expect(await answer.text()).toBe('the plan');
  await page.keyboard.press('Escape');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download' }).click();
  expect((await download).suggestedFilename()).toBe('plan & map.txt');
});

test('a viewer sees the buckets and what is known of files, and changes nothing', async () => {
  await makeBucket('seen');
  await put('seen', 'folder/report.txt', 'report', 'text/plain');
  await makeBucket('shown', true);
  await put('shown', 'blue.png', png, 'image/png');
  const { controlDatabase } = studio.backend;
  const { page } = await studio.signIn('/project/default/table');
  await controlDatabase.run(`
    update console.members set role = 'viewer';
    insert into console.project_roles (member_id, project_ref, role)
      select id, 'default', 'viewer' from console.members;`);
  try {
    await page.goto(studio.urlOf(`${path}/seen`));
    await folder(page, 'folder').click();
    await file(page, 'report.txt').click();
    await page.getByText('Your role sees what is known of this file').waitFor();
    await page.getByRole('complementary').getByText('text/plain').waitFor();
    await assertAccessibleInBothThemes(page, 'viewer');
    expect(await page.getByRole('button', { name: 'Upload' }).count()).toBe(0);
    expect(await page.getByRole('button', { name: 'New bucket' }).count()).toBe(0);
    expect(await page.getByRole('button', { name: 'Download' }).count()).toBe(0);
    await page.goto(studio.urlOf(`${path}/shown?file=blue.png`));
    await eventually(() => widthOf(page.getByRole('img', { name: 'blue.png' }))).toBe(8);
  } finally {
    await controlDatabase.run(`
      delete from console.project_roles;
      update console.members set role = 'owner';`);
  }
});

test('a bucket that is not there says so', async () => {
  const { page } = await studio.signIn(`${path}/nowhere`);
  await page.getByRole('heading', { name: 'There is no bucket nowhere' }).waitFor();
  await assertAccessibleInBothThemes(page, 'no such bucket');
});
