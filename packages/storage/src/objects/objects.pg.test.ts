import { afterAll, beforeAll, expect, test } from 'vitest';
import { type StorageBackend, startStorage } from '../../test/adapters/storage-backend.ts';

let backend: StorageBackend;
beforeAll(async () => {
  backend = await startStorage({ settings: { 'storage.file_size_limit': 2_000_000 } });
  await backend.service.storage.createBucket('open', { public: true });
  await backend.service.storage.createBucket('closed');
});
afterAll(() => backend.close());

const open = () => backend.service.storage.from('open');

test('what is uploaded comes back byte for byte, with what was said about it', async () => {
  const bytes = Buffer.from(Array.from({ length: 700_000 }, (_, index) => index % 251));
  const { data, error } = await open().upload('a/b.bin', bytes, {
    contentType: 'application/x-thing',
    cacheControl: '60',
    metadata: { by: 'ä' },
  });
  expect(error).toBeNull();
  expect(data).toMatchObject({ path: 'a/b.bin', fullPath: 'open/a/b.bin' });
  const download = await open().download('a/b.bin');
  expect(
    Buffer.from((await download.data?.arrayBuffer()) ?? new ArrayBuffer(0)).equals(bytes),
  ).toBe(true);
  const { data: info } = await open().info('a/b.bin');
  expect(info).toMatchObject({
    size: 700_000,
    contentType: 'application/x-thing',
    cacheControl: 'max-age=60',
    metadata: { by: 'ä' },
  });
});

test('forms carry file, type and metadata, whatever the field is called', async () => {
  const form = new FormData();
  form.append('cacheControl', '30');
  form.append('metadata', JSON.stringify({ a: 1 }));
  form.append('', new Blob(['from a form'], { type: 'text/csv' }), 'x.csv');
  expect((await open().upload('form.csv', form)).error).toBeNull();
  const { data } = await open().info('form.csv');
  expect(data).toMatchObject({ contentType: 'text/csv', cacheControl: 'max-age=30', size: 11 });
  expect(data?.metadata).toEqual({ a: 1 });
});

test('keys of every script, and long ones, work', async () => {
  const segment = 'ordner-'.padEnd(300, 'x');
  const keys = [
    '日本語/ファイル.txt',
    'Ünïcödé (1).txt',
    '👩‍👧/e\u0301.txt',
    `${segment}/${segment}/${segment}`,
  ];
  for (const key of keys) {
    expect((await open().upload(key, 'content')).error).toBeNull();
    expect(await (await open().download(key)).data?.text()).toBe('content');
    const { data: signed } = await open().createSignedUrl(key, 60);
    expect(await (await fetch(signed?.signedUrl ?? '')).text()).toBe('content');
    const publicUrl = open().getPublicUrl(key).data.publicUrl;
    expect((await fetch(publicUrl)).status).toBe(200);
  }
  const { data } = await open().remove([...keys]);
  expect(data?.length).toBe(keys.length);
});

test('a file and a folder may have the same name', async () => {
  expect((await open().upload('same', 'file')).error).toBeNull();
  expect((await open().upload('same/inner', 'in folder')).error).toBeNull();
  expect(await (await open().download('same')).data?.text()).toBe('file');
});

test('ranges: from, to, suffix; what cannot be given is a 416', async () => {
  await open().upload('range.txt', '0123456789', { contentType: 'text/plain' });
  const get = (range: string) => backend.call('/object/open/range.txt', { headers: { range } });
  const part = await get('bytes=2-4');
  expect([part.status, await part.text(), part.headers.get('content-range')]).toEqual([
    206,
    '234',
    'bytes 2-4/10',
  ]);
  expect(await (await get('bytes=7-')).text()).toBe('789');
  expect(await (await get('bytes=-2')).text()).toBe('89');
  expect(await (await get('bytes=8-100')).text()).toBe('89');
  for (const wrong of ['bytes=10-', 'bytes=0-1,3-4', 'bytes=5-2', 'lines=1-2']) {
    const refused = await get(wrong);
    expect(refused.status).toBe(416);
    expect(await refused.json()).toMatchObject({
      statusCode: '416',
      error: 'invalid_range',
      code: 'InvalidRange',
    });
  }
  await open().upload('empty', '');
  expect(
    (await backend.call('/object/open/empty', { headers: { range: 'bytes=0-' } })).status,
  ).toBe(416);
  expect(await (await backend.call('/object/open/empty')).text()).toBe('');
});

test('what the client has already is not sent again', async () => {
  await open().upload('cached.txt', 'x', { cacheControl: '100' });
  const first = await backend.call('/object/public/open/cached.txt', { key: null });
  const etag = first.headers.get('etag') ?? '';
  const modified = first.headers.get('last-modified') ?? '';
  expect(first.headers.get('cache-control')).toBe('max-age=100');
  const again = (headers: Record<string, string>) =>
    backend.call('/object/public/open/cached.txt', { key: null, headers });
  expect((await again({ 'if-none-match': etag })).status).toBe(304);
  expect((await again({ 'if-none-match': `"other", W/${etag}` })).status).toBe(304);
  expect((await again({ 'if-modified-since': modified })).status).toBe(304);
  const stale = await again({ 'if-none-match': '"old"' });
  expect([stale.status, stale.headers.get('cache-control')]).toEqual([
    200,
    'max-age=100, stale-while-revalidate=30',
  ]);
  const whole = await again({ range: 'bytes=0-0', 'if-range': '"old"' });
  expect(whole.status).toBe(200);
});

test('HEAD says what GET would, without the bytes', async () => {
  await open().upload('head.txt', 'four');
  const head = await backend.call('/object/open/head.txt', { method: 'HEAD' });
  expect([head.status, head.headers.get('content-length'), await head.text()]).toEqual([
    200,
    '4',
    '',
  ]);
  const info = await backend.call('/object/info/open/head.txt', { method: 'HEAD' });
  expect([info.status, info.headers.get('etag')]).toEqual([200, head.headers.get('etag')]);
  expect((await open().exists('head.txt')).data).toBe(true);
  expect((await open().exists('none.txt')).data).toBe(false);
});

test('download names are offered as such', async () => {
  await open().upload('named.txt', 'x');
  const named = await backend.call('/object/public/open/named.txt?download=gr%C3%BC%C3%9Fe%22.txt');
  expect(named.headers.get('content-disposition')).toBe(
    "attachment; filename=gr%C3%BC%C3%9Fe%22.txt; filename*=UTF-8''gr%C3%BC%C3%9Fe%22.txt",
  );
  const bare = await backend.call('/object/public/open/named.txt?download');
  expect(bare.headers.get('content-disposition')).toBe('attachment;');
});

test('move keeps id and bytes, refuses a name that is taken, and crosses buckets', async () => {
  await open().upload('move/one', 'one');
  await open().upload('move/two', 'two');
  const { data: before } = await open().info('move/one');
  expect((await open().move('move/one', 'move/two')).error).toMatchObject({
    statusCode: '409',
    status: 400,
  });
  expect(
    (await open().move('move/one', 'moved', { destinationBucket: 'closed' })).error,
  ).toBeNull();
  const { data: after } = await backend.service.storage.from('closed').info('moved');
  expect(after?.id).toBe(before?.id);
  expect((await open().move('move/one', 'x')).error).toMatchObject({
    message: 'Object not found',
    statusCode: '404',
  });
});

test('copies and moves respect what the bucket that they go to takes', async () => {
  const bucket = backend.service.storage.from('pictures');
  await backend.service.storage.createBucket('pictures', {
    public: false,
    allowedMimeTypes: ['image/png'],
    fileSizeLimit: 100,
  });
  await bucket.upload('a.png', 'x', { contentType: 'image/png' });
  await open().upload('limits/page', 'x', { contentType: 'text/html' });
  await open().upload('limits/large', 'x'.repeat(101), { contentType: 'image/png' });
  await open().upload('limits/.emptyFolderPlaceholder', '');
  const elsewhere = { destinationBucket: 'pictures' };
  for (const [key, statusCode] of [
    ['limits/page', '415'],
    ['limits/large', '413'],
  ] as const) {
    expect((await open().move(key, 'b', elsewhere)).error).toMatchObject({ statusCode });
    expect((await open().copy(key, 'b', elsewhere)).error).toMatchObject({ statusCode });
  }
  for (const destinationKey of ['b', 'b/.emptyFolderPlaceholder']) {
    const renamed = await backend.call('/object/copy', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        bucketId: 'pictures',
        sourceKey: 'a.png',
        destinationKey,
        metadata: { mimetype: 'text/html' },
        copyMetadata: false,
      }),
    });
    expect(await renamed.json()).toMatchObject({ code: 'InvalidMimeType' });
  }
  const placeholder = 'limits/.emptyFolderPlaceholder';
  expect((await open().move(placeholder, placeholder, elsewhere)).error).toBeNull();
  expect((await bucket.list()).data?.map(({ name }) => name)).toEqual(['a.png', 'limits']);
});

test('a copy outlives its source', async () => {
  await open().upload('copy/source', 'original', { contentType: 'text/csv' });
  expect(
    (await open().copy('copy/source', 'copied', { destinationBucket: 'closed' })).error,
  ).toBeNull();
  expect(
    (await open().copy('copy/source', 'copied', { destinationBucket: 'closed' })).error,
  ).toMatchObject({ statusCode: '409' });
  await open().upload('copy/source', 'changed', { upsert: true });
  await open().remove(['copy/source']);
  const copied = await backend.service.storage.from('closed').download('copied');
  expect([copied.data?.type, await copied.data?.text()]).toEqual(['text/csv', 'original']);
  const response = await backend.call('/object/copy', {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-upsert': 'true' },
    body: JSON.stringify({
      bucketId: 'closed',
      sourceKey: 'copied',
      destinationKey: 'copied2',
      metadata: { mimetype: 'text/x' },
      copyMetadata: false,
    }),
  });
  expect(await response.json()).toMatchObject({
    Key: 'closed/copied2',
    name: 'copied2',
    bucket_id: 'closed',
    metadata: { mimetype: 'text/x' },
    user_metadata: {},
  });
});

test('delete one: a message, then 404; delete many: only what there was', async () => {
  await open().upload('del/1', 'x');
  const gone = await backend.call('/object/open/del/1', { method: 'DELETE' });
  expect(await gone.json()).toEqual({ message: 'Successfully deleted' });
  const missing = await backend.call('/object/open/del/1', { method: 'DELETE' });
  expect([missing.status, await missing.json()]).toEqual([
    400,
    { statusCode: '404', error: 'not_found', message: 'Object not found', code: 'NoSuchKey' },
  ]);
  await open().upload('del/2', 'x');
  const { data } = await open().remove(['del', 'del/', 'del/2', 'del/3']);
  expect(data?.map(({ name }) => name)).toEqual(['del/2']);
});

test('limits: the project, the bucket, its types, in raw bodies, forms and chunks', async () => {
  await backend.service.storage.createBucket('small', {
    public: false,
    fileSizeLimit: '1KB',
    allowedMimeTypes: ['image/*', 'text/plain'],
  });
  const small = backend.service.storage.from('small');
  const tooLarge = {
    message: 'The object exceeded the maximum allowed size',
    statusCode: '413',
    status: 400,
  };
  expect(
    (await small.upload('a', 'x'.repeat(1_001), { contentType: 'text/plain' })).error,
  ).toMatchObject(tooLarge);
  expect(
    (
      await small.upload('a', new Blob(['x'.repeat(1_001)], { type: 'text/plain' }), {
        contentType: 'text/plain',
      })
    ).error,
  ).toMatchObject(tooLarge);
  const chunked = await backend.call('/object/small/a', {
    method: 'POST',
    headers: { 'content-type': 'text/plain' },
    body: new Blob(['x'.repeat(100_000)]).stream(),
    duplex: 'half',
  } as RequestInit);
  expect(await chunked.json()).toMatchObject({
    statusCode: '413',
    error: 'Payload too large',
    code: 'EntityTooLarge',
  });
  expect((await open().upload('big', Buffer.alloc(2_000_001))).error).toMatchObject(tooLarge);
  expect((await small.upload('a', 'x', { contentType: 'text/html' })).error).toMatchObject({
    statusCode: '415',
    message: 'mime type text/html is not supported',
  });
  expect(
    (await small.upload('a', 'x', { contentType: 'text/plain;charset=UTF-8' })).error,
  ).toBeNull();
  expect((await small.upload('b/.emptyFolderPlaceholder', '')).error).toBeNull();
  expect((await small.upload('c/.emptyFolderPlaceholder', 'x')).error).toMatchObject(tooLarge);
  expect(
    (
      await backend.service.storage.createBucket('large', {
        public: false,
        fileSizeLimit: 2_000_001,
      })
    ).error,
  ).toMatchObject(tooLarge);
  const { data } = await small.list('');
  expect(data?.map(({ name }) => name)).toEqual(['a', 'b']);
});
