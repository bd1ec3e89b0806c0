import { readFile } from 'node:fs/promises';
import { sql } from '@plinth/postgres';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import type { Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import WebSocket from 'ws';
import { assertAccessible } from './axe.ts';
import type { Visitor } from './browser.ts';
import { eventually } from './eventually.ts';
import { hand, loadedSizes, shownColor } from './page-files.ts';
import { png } from './png.ts';
import { takeScreenshots } from './screenshots.ts';
import { openNotebook, row, TeamNotesUnderTest, write } from './team-notes.ts';

vi.setConfig({ testTimeout: 60_000, hookTimeout: 90_000 });

let teamNotes: TeamNotesUnderTest;
let ada: Visitor;
let bob: Visitor;
/** Ada invites Bob to read; Carl has no part in anything. Both know the API, and every address. */
let bobsClient: SupabaseClient;
let carlsClient: SupabaseClient;

const minutes = Buffer.from('%PDF-1.4\nThe oven is warm, and so are we.\n');
const oven = png(1200, 600, [226, 103, 76]);

const client = (): SupabaseClient =>
  createClient(teamNotes.backend.url, teamNotes.backend.publishableKey, {
    auth: { persistSession: false },
    // Node 20 has no WebSocket of its own.
    realtime: { transport: WebSocket as never },
  });

beforeAll(async () => {
  teamNotes = await TeamNotesUnderTest.start();
  const { browser } = teamNotes;
  [ada, bob] = await Promise.all([browser.visit(), browser.visit()]);
  await Promise.all([
    teamNotes.signUp(ada, 'Ada Lindqvist', 'ada@example.com'),
    teamNotes.signUp(bob, 'Bob Sawyer', 'bob@example.com'),
  ]);
  bobsClient = await signedIn('bob@example.com');
  carlsClient = client();
  await carlsClient.auth.signUp({ email: 'carl@example.com', password: 'correct horse' });
});

afterEach((context) => teamNotes.browser.endTest(context));

afterAll(() => teamNotes?.close());

const files = (page: Page) => page.getByRole('region', { name: 'Files' });
const chooser = (page: Page) => files(page).getByLabel('Files to attach');
const pdf = (name: string, buffer = minutes) => ({ name, mimeType: 'application/pdf', buffer });
const picture = (name: string, buffer = oven) => ({ name, mimeType: 'image/png', buffer });

/** Names of all objects of a bucket, whoever may see them. */
async function objects(bucket: string): Promise<string[]> {
  const rows = await teamNotes.backend.database.query<{ name: string }>(
    sql`select name from storage.objects where bucket_id = ${bucket} order by name`,
  );
  return rows.map(({ name }) => name);
}

/** Downloads a file of the open note as people do: its bytes. */
async function downloaded(page: Page, name: string): Promise<Buffer> {
  const download = page.waitForEvent('download');
  await files(page)
    .getByRole('button', { name: `Download ${name}` })
    .click();
  expect((await download).suggestedFilename()).toBe(name);
  return readFile(await (await download).path());
}

async function signedIn(email: string): Promise<SupabaseClient> {
  const signed = client();
  await signed.auth.signInWithPassword({ email, password: 'correct horse' });
  return signed;
}

/** The token of a signed URL that Ada made for another file than the one at a path. */
async function tokenOfAnother(path: string): Promise<string> {
  const other = (await objects('attachments')).find((each) => each !== path) ?? '';
  const bucket = (await signedIn('ada@example.com')).storage.from('attachments');
  const { data } = await bucket.createSignedUrl(other, 60);
  return new URL(data?.signedUrl ?? '').searchParams.get('token') ?? '';
}

test('files are chosen, dropped and pasted; pictures are shown small, others as rows', async () => {
  const { page } = ada;
  await page.getByRole('button', { name: 'Create a notebook' }).click();
  await page.getByLabel('Name').fill('Bakery opening');
  await page.getByRole('dialog').getByRole('button', { name: 'Create notebook' }).click();
  await write(page, 'Minutes', 'What we agreed on.');
  await files(page).getByText('Choose, drop or paste').waitFor();
  await assertAccessible(page, 'a note without files');
  await takeScreenshots(page, 'no-files');

  await chooser(page).setInputFiles([picture('Oven.png'), pdf('Übersicht März.pdf')]);
  await files(page).getByRole('button', { name: 'Show Oven.png' }).waitFor();
  await files(page).getByText(`PDF · ${minutes.length} B · Ada Lindqvist`).waitFor();
  await eventually(loadedSizes(page, '.picture img')).toEqual([[480, 360]]);

  await hand(page, 'dragover', 'Flour.txt');
  await page.getByText('Drop to attach to this note').waitFor();
  await assertAccessible(page, 'a file above a note');
  await takeScreenshots(page, 'dropping');
  await hand(page, 'drop', 'Flour.txt');
  await files(page).getByRole('button', { name: 'Download Flour.txt' }).waitFor();
  await hand(page, 'paste', 'Sugar.md');
  await files(page).getByRole('button', { name: 'Download Sugar.md' }).waitFor();
  await page.getByRole('button', { name: 'Edit' }).click();
  await hand(page, 'paste', 'Salt.txt');
  await files(page).getByRole('button', { name: 'Download Salt.txt' }).waitFor();
  await assertAccessible(page, 'files in the editor');
  await takeScreenshots(page, 'files-editing');
  await page.getByRole('button', { name: 'Done' }).click();

  await page.reload();
  await page.getByRole('heading', { name: 'Minutes', level: 1 }).waitFor();
  await files(page).getByRole('heading', { name: 'Files 5' }).waitFor();
  await row(page, 'Minutes').getByText('5 files').waitFor();
  await assertAccessible(page, 'a note with files');
  await takeScreenshots(page, 'files');
});

test('a picture opens large, and is described', async () => {
  const { page } = ada;
  await files(page).getByRole('button', { name: 'Show Oven.png' }).click();
  const dialog = page.getByRole('dialog', { name: 'Oven.png' });
  await dialog.getByRole('img', { name: 'Oven.png' }).waitFor();
  await eventually(loadedSizes(page, '.large-picture img')).toEqual([[1200, 600]]);
  await assertAccessible(page, 'a large picture');
  await takeScreenshots(page, 'picture');
  await page.keyboard.press('Escape');
});

test('a download has the name and the bytes that were attached', async () => {
  expect(await downloaded(ada.page, 'Übersicht März.pdf')).toEqual(minutes);
});

test('what cannot be attached says why, and is put away', async () => {
  const { page } = ada;
  await chooser(page).setInputFiles([
    { name: 'Tour.zip', mimeType: 'application/zip', buffer: Buffer.alloc(12 * 1024 * 1024) },
    { name: 'Oven.exe', mimeType: 'application/octet-stream', buffer: minutes },
    pdf('Nothing.pdf', Buffer.alloc(0)),
  ]);
  await files(page).getByText('12 MB is too large. A file may have up to 10 MB.').waitFor();
  await files(page)
    .getByText(/Files of this type cannot be attached/)
    .waitFor();
  await files(page).getByText('The file is empty.').waitFor();
  await assertAccessible(page, 'files that were refused');
  await takeScreenshots(page, 'files-refused');
  for (const name of ['Tour.zip', 'Oven.exe', 'Nothing.pdf'])
    await files(page)
      .getByRole('button', { name: `Put ${name} away` })
      .click();
  expect(await files(page).getByRole('alert').count()).toBe(0);
});

test('an upload shows how far it is, and can be stopped; one that fails can be tried again', async () => {
  const { context, page } = ada;
  const devtools = await context.newCDPSession(page);
  const network = { offline: false, latency: 0, downloadThroughput: -1 };
  const limit = (uploadThroughput: number) =>
    devtools.send('Network.emulateNetworkConditions', { ...network, uploadThroughput });
  await limit(200_000);
  await chooser(page).setInputFiles(pdf('Long.pdf', Buffer.alloc(4 * 1024 * 1024, 'x')));
  const progress = files(page).getByRole('progressbar', { name: 'Sending Long.pdf' });
  await eventually(async () => Number(await progress.getAttribute('value'))).toBeGreaterThan(0);
  await assertAccessible(page, 'a file on its way');
  await takeScreenshots(page, 'files-sending');
  const stopped = page.waitForEvent('requestfailed');
  await files(page).getByRole('button', { name: 'Stop Long.pdf' }).click();
  await stopped;
  await eventually(() => progress.count()).toBe(0);
  await limit(-1);

  ada.tolerate(/ERR_FAILED/);
  await page.route('**/object/upload/sign/**', (route) => route.abort());
  await chooser(page).setInputFiles(pdf('Till.pdf'));
  await files(page).getByText('The server cannot be reached. Check your connection.').waitFor();
  await page.unroute('**/object/upload/sign/**');
  await files(page).getByRole('button', { name: 'Try Till.pdf again' }).click();
  await files(page).getByRole('button', { name: 'Download Till.pdf' }).waitFor();
  expect(await objects('attachments')).toHaveLength(6);
});

test('a viewer sees and downloads, and can neither add nor remove: not in the app, not past it', async () => {
  await ada.page.getByRole('button', { name: 'Share' }).click();
  await ada.page.getByLabel('Invite by email').fill('bob@example.com');
  await ada.page.getByRole('combobox', { name: 'Role', exact: true }).selectOption('viewer');
  await ada.page.getByRole('button', { name: 'Invite' }).click();
  await ada.page.getByText('bob@example.com is in.').waitFor();
  await ada.page.keyboard.press('Escape');

  const { page } = bob;
  await page.reload();
  await openNotebook(page, 'Bakery opening');
  await row(page, 'Minutes').click();
  await eventually(loadedSizes(page, '.picture img')).toEqual([[480, 360]]);
  expect(await downloaded(page, 'Übersicht März.pdf')).toEqual(minutes);
  await hand(page, 'paste', 'Smuggled.txt');
  for (const name of [/^Remove/, /^Attach/])
    expect(await files(page).getByRole('button', { name }).count()).toBe(0);
  await assertAccessible(page, 'files, for a viewer');
  await takeScreenshots(page, 'files-viewer');

  const before = await objects('attachments');
  const [path = ''] = before;
  const bucket = bobsClient.storage.from('attachments');
  expect((await bucket.download(path)).error).toBeNull();
  expect(await bucket.remove([path])).toEqual({ data: [], error: null });
  const smuggled = path.replace(/[^/]+$/, crypto.randomUUID());
  for (const { error } of [
    await bucket.upload(smuggled, minutes, { contentType: 'application/pdf' }),
    await bucket.upload(path, minutes, { contentType: 'application/pdf', upsert: true }),
    await bucket.createSignedUploadUrl(smuggled),
  ])
    expect(error).toMatchObject({ statusCode: '403' });
  expect((await bucket.move(path, smuggled)).error).not.toBeNull();
  const removal = await bobsClient.from('attachments').delete().eq('path', path).select();
  expect(removal.data).toEqual([]);
  expect(await objects('attachments')).toEqual(before);
});

test('a stranger gets nothing, whatever addresses they know', async () => {
  const [path = ''] = await objects('attachments');
  const nobody = client();
  for (const stranger of [carlsClient, nobody]) {
    const bucket = stranger.storage.from('attachments');
    const [folder = ''] = path.split('/');
    expect((await bucket.list(folder)).data).toEqual([]);
    expect((await bucket.createSignedUrl(path, 60)).data).toBeNull();
    expect((await bucket.createSignedUrl(path, 60, { transform: { width: 9 } })).data).toBeNull();
    expect((await bucket.download(path)).data).toBeNull();
    expect((await bucket.download(path, { transform: { width: 9 } })).data).toBeNull();
    expect((await bucket.remove([path])).data).toEqual([]);
    expect((await bucket.createSignedUploadUrl(`${path}0`)).data).toBeNull();
    expect((await stranger.from('attachments').select('path')).data ?? []).toEqual([]);
  }
  const bare = [
    `object/attachments/${path}`,
    `object/public/attachments/${path}`,
    `object/authenticated/attachments/${path}`,
    `object/sign/attachments/${path}?token=${await tokenOfAnother(path)}`,
    `render/image/public/attachments/${path}?width=9`,
  ];
  for (const each of bare) {
    const response = await fetch(`${teamNotes.backend.url}/storage/v1/${each}`);
    expect([each, response.status]).toEqual([each, 400]);
  }
  expect(await objects('attachments')).toHaveLength(6);
});

test('the server refuses by itself what the app would not send', async () => {
  const { notebook_id, note_id } = (
    await teamNotes.backend.database.query<{ notebook_id: string; note_id: string }>(
      sql`select notebook_id, note_id from public.attachments limit 1`,
    )
  )[0] ?? { notebook_id: '', note_id: '' };
  const bucket = (await signedIn('ada@example.com')).storage.from('attachments');
  const path = `${notebook_id}/${note_id}/${crypto.randomUUID()}`;
  const upload = (name: string, bytes: Buffer, contentType: string) =>
    bucket.upload(name, bytes, { contentType });
  const large = Buffer.alloc(10 * 1024 * 1024 + 1);
  expect((await upload(path, large, 'application/pdf')).error).toMatchObject({ statusCode: '413' });
  expect((await upload(path, minutes, 'text/html')).error).toMatchObject({ statusCode: '415' });
  for (const elsewhere of ['a.pdf', `${path}/a.pdf`, path.replace(note_id, crypto.randomUUID())]) {
    const { error } = await upload(elsewhere, minutes, 'application/pdf');
    expect(error).toMatchObject({ statusCode: '403' });
  }
});

test('a profile picture is shown in the place of initials, to teammates and nobody else', async () => {
  const { page } = ada;
  await page.getByTitle('Your profile').click();
  const dialog = page.getByRole('dialog', { name: 'Your profile' });
  const input = dialog.getByLabel('Profile picture');
  await input.setInputFiles(picture('Broken.png', minutes));
  await dialog.getByText('The file is damaged, or it is no picture.').waitFor();
  await input.setInputFiles(pdf('Me.pdf'));
  await dialog.getByText('Choose a PNG, JPEG or WebP picture.').waitFor();
  await assertAccessible(page, 'a picture that was refused');
  await takeScreenshots(page, 'profile-refused');
  for (const color of [
    [42, 140, 147],
    [142, 74, 158],
  ] as const) {
    await input.setInputFiles(picture('Me.png', png(640, 480, color)));
    await eventually(() => shownColor(page, 'dialog .avatar img')).toEqual([...color]);
  }
  await assertAccessible(page, 'profile');
  await takeScreenshots(page, 'profile');
  await page.keyboard.press('Escape');
  await eventually(loadedSizes(page, '.note-pane .avatar img')).toEqual([[96, 96]]);

  await bob.page.reload();
  await bob.page.getByRole('button', { name: '2 people' }).click();
  await eventually(loadedSizes(bob.page, 'dialog .avatar img')).toEqual([[96, 96]]);
  await assertAccessible(bob.page, 'people with pictures');
  await takeScreenshots(bob.page, 'people-pictures');
  await bob.page.keyboard.press('Escape');

  const [path = ''] = await objects('avatars');
  for (const other of [bobsClient, carlsClient]) {
    const bucket = other.storage.from('avatars');
    const { error } = await bucket.upload(path, oven, { contentType: 'image/png', upsert: true });
    expect(error).toMatchObject({ statusCode: '403' });
    expect((await bucket.remove([path])).data).toEqual([]);
  }
  expect((await bobsClient.storage.from('avatars').download(path)).error).toBeNull();
  expect((await carlsClient.storage.from('avatars').download(path)).data).toBeNull();

  await page.getByTitle('Your profile').click();
  await dialog.getByRole('button', { name: 'Remove' }).click();
  await dialog.getByRole('button', { name: 'Choose a picture' }).waitFor();
  await page.keyboard.press('Escape');
  await eventually(() => page.locator('.avatar img').count()).toBe(0);
  await eventually(() => objects('avatars')).toEqual([]);
});

test('an editor adds and removes; who is taken off the notebook has its files no more', async () => {
  const { database } = teamNotes.backend;
  await database.run("update public.notebook_members set role = 'editor' where role = 'viewer'");
  const bucket = bobsClient.storage.from('attachments');
  const [path = ''] = await objects('attachments');
  const [notebook_id = '', note_id = ''] = path.split('/');
  const id = crypto.randomUUID();
  const own = `${notebook_id}/${note_id}/${id}`;
  const attach = () =>
    bobsClient
      .from('attachments')
      .insert({ id, notebook_id, note_id, name: 'Croissants.pdf' })
      .select('path, type, size')
      .single();
  expect((await attach()).error).toMatchObject({ code: '23503' });
  await bucket.upload(own, minutes, { contentType: 'application/pdf' });
  expect((await attach()).data).toEqual({
    path: own,
    type: 'application/pdf',
    size: minutes.length,
  });
  expect((await bucket.remove([own])).data).toHaveLength(1);
  const removed = await bobsClient.from('attachments').delete().eq('id', id).select('id');
  expect(removed.data).toEqual([{ id }]);

  await database.run("delete from public.notebook_members where role = 'editor'");
  expect((await bucket.download(path)).data).toBeNull();
  expect((await bucket.list(`${notebook_id}/${note_id}`)).data).toEqual([]);
});

test('in the dark and on a phone, files are as readable', async () => {
  const { page } = ada;
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.setViewportSize({ width: 390, height: 844 });
  await assertAccessible(page, 'files in the dark, on a phone');
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.emulateMedia({ colorScheme: 'light' });
});

test('a file is removed, and those of a deleted note go with it', async () => {
  const { page } = ada;
  await files(page).getByRole('button', { name: 'Remove Oven.png' }).click();
  const asking = page.getByRole('dialog', { name: 'Remove this file?' });
  await asking.getByText('Oven.png, 3 KB, will be gone for everybody').waitFor();
  await assertAccessible(page, 'removing a file');
  await asking.getByRole('button', { name: 'Remove file' }).click();
  await files(page).getByRole('heading', { name: 'Files 5' }).waitFor();
  expect(await page.locator(':focus').textContent()).toContain('Attach');
  await eventually(() => objects('attachments')).toHaveLength(5);

  await page.getByRole('button', { name: 'Delete note' }).click();
  await page.getByText('Minutes with its 5 files will be gone').waitFor();
  await page.getByRole('button', { name: 'Delete note' }).last().click();
  await page.getByRole('heading', { name: 'An empty notebook' }).waitFor();
  await eventually(() => objects('attachments')).toEqual([]);
});

test('what is deleted past the app takes its files along, and a sweep finds the rest', async () => {
  const { page } = ada;
  const { database } = teamNotes.backend;
  await write(page, 'Second', 'Another try.');
  await chooser(page).setInputFiles([pdf('One.pdf'), pdf('Two.pdf')]);
  await files(page).getByRole('heading', { name: 'Files 2' }).waitFor();
  const signed = await signedIn('ada@example.com');
  const [path = ''] = await objects('attachments');
  const forgotten = path.replace(/[^/]+$/, crypto.randomUUID());
  await signed.storage
    .from('attachments')
    .upload(forgotten, minutes, { contentType: 'application/pdf' });
  await database.run('select private.sweep_attachments()');
  expect(await objects('attachments')).toHaveLength(3);

  await database.run("delete from public.notes where title = 'Second'");
  expect(await objects('attachments')).toEqual([forgotten]);
  await database.run(`
    update storage.objects set created_at = now() - interval '2 days';
    select private.sweep_attachments();`);
  expect(await objects('attachments')).toEqual([]);
});

test('every call carried the session or the public key, or a signed address', async () => {
  for (const visitor of [ada, bob]) await teamNotes.assertBearers(visitor);
});
