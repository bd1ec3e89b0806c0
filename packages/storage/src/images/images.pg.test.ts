import { sql } from '@plinth/postgres';
import sharp, { type Sharp } from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type StorageBackend, startStorage } from '../../test/adapters/storage-backend.ts';

let backend: StorageBackend;
beforeAll(async () => {
  backend = await startStorage({
    schema: `create policy mine on storage.objects for select to authenticated
      using (bucket_id = 'private' and name = 'mine.png')`,
  });
  await backend.service.storage.createBucket('open', { public: true });
  await backend.service.storage.createBucket('private');
  await upload('open', 'photo.jpg', await photo(800, 600).jpeg().toBuffer(), 'image/jpeg');
  await upload('private', 'mine.png', await photo(400, 200).png().toBuffer(), 'image/png');
  await upload('private', 'theirs.png', await photo(40, 20).png().toBuffer(), 'image/png');
});
afterAll(() => backend.close());

/** Red on the left half, blue on the right. */
function photo(width: number, height: number): Sharp {
  const half = {
    create: { width: Math.floor(width / 2), height, channels: 3 as const, background: '#0000ff' },
  };
  return sharp({ create: { width, height, channels: 3, background: '#ff0000' } }).composite([
    { input: half, left: Math.ceil(width / 2), top: 0 },
  ]);
}

async function upload(bucket: string, key: string, body: Buffer | string, contentType: string) {
  const { error } = await backend.service.storage
    .from(bucket)
    .upload(key, body, { contentType, cacheControl: '60', upsert: true });
  expect(error).toBeNull();
}

/** Format and size of an answer, and the colour of its middle. */
async function shown(response: Response) {
  expect(response.status).toBe(200);
  const bytes = Buffer.from(await response.arrayBuffer());
  const { format, width, height } = await sharp(bytes).metadata();
  expect(response.headers.get('content-length')).toBe(String(bytes.length));
  const { data } = await sharp(bytes)
    .removeAlpha()
    .extract({ left: Math.floor((width ?? 1) / 2), top: 0, width: 1, height: 1 })
    .raw()
    .toBuffer({ resolveWithObject: true });
  const [red = 0, , blue = 0] = data;
  return { format, width, height, colour: red > blue ? 'red' : 'blue' };
}

const render = (query: string, headers: Record<string, string> = {}) =>
  backend.call(`/render/image/public/open/photo.jpg${query}`, { key: null, headers });

test('supabase-js shows a public image smaller', async () => {
  const { data } = backend.service.storage.from('open').getPublicUrl('photo.jpg', {
    transform: { width: 200, height: 100, resize: 'contain', quality: 50 },
  });
  const response = await fetch(data.publicUrl);
  expect(response.headers.get('x-transformations')).toBe(
    'height:100,width:200,resizing_type:fit,quality:50',
  );
  expect(response.headers.get('cache-control')).toBe('max-age=60');
  const info = await backend.service.storage.from('open').info('photo.jpg');
  expect(response.headers.get('etag')).toBe(info.data?.etag);
  expect(await shown(response)).toMatchObject({ format: 'jpeg', width: 133, height: 100 });
});

test('supabase-js downloads a private image smaller, where policies let it', async () => {
  const user = await backend.user('0a000000-0000-4000-8000-00000000000a');
  const mine = await user.storage
    .from('private')
    .download('mine.png', { transform: { width: 100 } });
  const bytes = Buffer.from((await mine.data?.arrayBuffer()) ?? new ArrayBuffer(0));
  expect(await sharp(bytes).metadata()).toMatchObject({ format: 'png', width: 100, height: 50 });
  const theirs = await user.storage
    .from('private')
    .download('theirs.png', { transform: { width: 10 } });
  expect(theirs.error).not.toBeNull();
  const stranger = await backend.call('/render/image/authenticated/private/mine.png', {
    key: null,
  });
  expect(stranger.status).toBe(400);
});

test('a signed URL shows what it was signed for, whatever is added to it', async () => {
  const { data } = await backend.service.storage.from('private').createSignedUrl('mine.png', 60, {
    transform: { width: 80, height: 80, resize: 'cover', format: 'origin' },
  });
  const url = data?.signedUrl ?? '';
  expect(url).toContain('/render/image/sign/private/mine.png?token=');
  const response = await fetch(`${url}&width=200&height=10&download=a.png`);
  expect(response.headers.get('content-disposition')).toContain('a.png');
  expect(response.headers.get('expires')).not.toBeNull();
  expect(await shown(response)).toMatchObject({ format: 'png', width: 80, height: 80 });
  const elsewhere = url.replace('mine.png', 'theirs.png');
  expect(await (await fetch(elsewhere)).json()).toMatchObject({ error: 'InvalidSignature' });
  const forged = await backend.call('/render/image/sign/private/mine.png?token=a.b.c', {
    key: null,
  });
  expect(await forged.json()).toMatchObject({ statusCode: '400', error: 'InvalidJWT' });
  const plain = await backend.service.storage.from('private').createSignedUrl('mine.png', 60);
  expect(plain.data?.signedUrl).toContain('/object/sign/');
});

test('each way to resize gives its size; nothing is made larger than it is', async () => {
  const cases: [string, number, number][] = [
    ['?width=200', 200, 150],
    ['?height=150', 200, 150],
    ['?width=200&resize=fill', 200, 150],
    ['?width=200&height=200', 200, 200],
    ['?width=200&height=200&resize=cover', 200, 200],
    ['?width=200&height=200&resize=contain', 200, 150],
    ['?width=200&height=200&resize=fill', 200, 200],
    ['?width=0&height=60', 80, 60],
    ['?width=4000', 800, 600],
    ['?width=1600&height=400', 800, 400],
    ['?width=99999999', 800, 600],
    ['', 800, 600],
  ];
  for (const [query, width, height] of cases) {
    expect([query, await shown(await render(query))]).toMatchObject([query, { width, height }]);
  }
});

test('gravity chooses what is kept', async () => {
  const colour = async (query: string) =>
    (await shown(await render(`?width=100&height=400&${query}`))).colour;
  expect(await colour('gravity=we')).toBe('red');
  expect(await colour('gravity=ea')).toBe('blue');
  expect(await colour('gravity=nowe')).toBe('red');
  expect(await colour('gravity=fp&x_offset=0.1&y_offset=0.5')).toBe('red');
  expect(await colour('gravity=fp&x_offset=0.9&y_offset=0.5')).toBe('blue');
  expect(await colour('gravity=we&x_offset=400')).toBe('blue');
  expect(['red', 'blue']).toContain(await colour('gravity=sm'));
});

test('the format is what is asked for, else what the browser shows, else that of the file', async () => {
  const format = async (query: string, accept = '*/*') => {
    const response = await render(`?width=50${query}`, { accept });
    expect(response.headers.get('vary')).toBe(query === '' ? 'Accept' : null);
    return (await shown(response)).format;
  };
  const browser = 'image/avif,image/webp,image/apng,*/*;q=0.8';
  expect(await format('')).toBe('jpeg');
  expect(await format('', browser)).toBe('webp');
  expect(await format('', 'image/webp;q=0, image/png')).toBe('jpeg');
  expect(await format('&format=origin', browser)).toBe('jpeg');
  expect(await format('&format=webp')).toBe('webp');
  expect(await format('&format=avif')).toBe('heif');
  await backend.database.query(
    sql`update storage.buckets set avif_autodetection = true where id = 'open'`,
  );
  expect(await format('', browser)).toBe('heif');
  expect(await format('', 'image/webp')).toBe('webp');
  await backend.database.query(
    sql`update storage.buckets set avif_autodetection = false where id = 'open'`,
  );
});

test('a photo that lies on its side is set upright', async () => {
  const turned = await photo(300, 100).withMetadata({ orientation: 6 }).jpeg().toBuffer();
  await upload('open', 'turned.jpg', turned, 'image/jpeg');
  const response = await backend.call('/render/image/public/open/turned.jpg?width=50', {
    key: null,
  });
  expect(await shown(response)).toMatchObject({ width: 50, height: 150 });
});

test('a client that has the image already is told so', async () => {
  const first = await render('?width=60');
  const etag = first.headers.get('etag') ?? '';
  await first.arrayBuffer();
  const second = await render('?width=60', { 'if-none-match': etag });
  expect([second.status, await second.text()]).toEqual([304, '']);
});

test('an overwritten image is shown as it is now', async () => {
  const size = async () =>
    (
      await shown(
        await backend.call('/render/image/public/open/changing.png?width=50', { key: null }),
      )
    ).height;
  await upload('open', 'changing.png', await photo(100, 100).png().toBuffer(), 'image/png');
  expect(await size()).toBe(50);
  await upload('open', 'changing.png', await photo(100, 200).png().toBuffer(), 'image/png');
  expect(await size()).toBe(100);
});

test('parameters of the wrong kind are refused, and named', async () => {
  const cases: [string, string][] = [
    ['width=-1', 'width'],
    ['width=abc', 'width'],
    ['height=1.5', 'height'],
    ['quality=19', 'quality'],
    ['quality=101', 'quality'],
    ['resize=stretch', 'resize'],
    ['format=tiff', 'format'],
    ['format=avif%0Aset', 'format'],
    ['gravity=up', 'gravity'],
    ['gravity=fp', 'x_offset'],
    ['gravity=fp&x_offset=2&y_offset=0', 'x_offset'],
  ];
  for (const [query, named] of cases) {
    const response = await render(`?${query}`);
    const body = (await response.json()) as { message: string };
    expect([query, response.status]).toEqual([query, 400]);
    expect(body.message).toContain(named);
  }
});

test('without image transformation there is no such route, and URLs are signed as plain ones', async () => {
  const plain = await startStorage({ settings: { 'storage.image_transformation.enabled': false } });
  await plain.service.storage.createBucket('open', { public: true });
  await plain.service.storage.from('open').upload('a.png', await photo(9, 9).png().toBuffer());
  const response = await plain.call('/render/image/public/open/a.png');
  expect(response.status).toBe(404);
  const { data } = await plain.service.storage
    .from('open')
    .createSignedUrl('a.png', 60, { transform: { width: 5 } });
  expect(data?.signedUrl).toContain('/object/sign/');
  await plain.close();
});
