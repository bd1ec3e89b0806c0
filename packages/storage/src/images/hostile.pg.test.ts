import { randomBytes } from 'node:crypto';
import { deflateSync } from 'node:zlib';
import sharp, { type SharpOptions } from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type StorageBackend, startStorage } from '../../test/adapters/storage-backend.ts';

let backend: StorageBackend;
beforeAll(async () => {
  backend = await startStorage();
  await backend.service.storage.createBucket('open', { public: true });
});
afterAll(() => backend.close());

async function answerFor(body: Buffer | string, contentType: string, query = '?width=50') {
  const { error } = await backend.service.storage
    .from('open')
    .upload('hostile', body, { contentType, upsert: true });
  expect(error).toBeNull();
  return backend.call(`/render/image/public/open/hostile${query}`, { key: null });
}

async function refused(body: Buffer | string, contentType: string, query?: string) {
  const response = await answerFor(body, contentType, query);
  expect(response.headers.get('content-type')).toContain('application/json');
  const { statusCode, error, message } = (await response.json()) as Record<string, string>;
  return [response.status, statusCode, error, message];
}

const unsupported = [
  400,
  '400',
  'InvalidRequest',
  'The source image is invalid or unsupported for rendering',
];
const tooManyPixels = [
  400,
  '400',
  'InvalidRequest',
  'The source image resolution is too large to process',
];

/** A PNG by hand: sizes are what its head says, data what is given. */
function png(width: number, height: number, data: Buffer): Buffer {
  const chunk = (type: string, body: Buffer): Buffer => {
    const typed = Buffer.concat([Buffer.from(type), body]);
    const size = Buffer.alloc(4);
    size.writeUInt32BE(body.length);
    const sum = Buffer.alloc(4);
    sum.writeUInt32BE(crc32(typed));
    return Buffer.concat([size, typed, sum]);
  };
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 0, 0, 0, 0], 8);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    signature,
    chunk('IHDR', head),
    chunk('IDAT', data),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function crc32(bytes: Buffer): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return (crc ^ 0xffffffff) >>> 0;
}

test('decompression bombs are refused by what their head says', async () => {
  const zeros = deflateSync(Buffer.alloc(10_000_000));
  expect(await refused(png(60_000, 60_000, zeros), 'image/png')).toEqual(tooManyPixels);
  expect(await refused(png(2_000_000_000, 2, zeros), 'image/png')).toEqual(
    expect.arrayContaining([400, 'InvalidRequest']),
  );
  const large = await sharp({
    create: { width: 10_000, height: 6_000, channels: 3, background: '#fff' },
  })
    .webp({ effort: 0 })
    .toBuffer();
  expect(await refused(large, 'image/webp')).toEqual(tooManyPixels);
});

test('a head that promises more than the file holds ends in a refusal', async () => {
  expect(await refused(png(5_000, 5_000, deflateSync(Buffer.alloc(100))), 'image/png')).toEqual(
    unsupported,
  );
  const jpeg = await sharp({
    create: { width: 500, height: 500, channels: 3, background: '#f00' },
  })
    .jpeg()
    .toBuffer();
  expect(await refused(jpeg.subarray(0, 300), 'image/jpeg')).toEqual(unsupported);
});

test('what is no image is refused, whatever it is called', async () => {
  expect(await refused('hello', 'image/png')).toEqual(unsupported);
  expect(await refused('', 'image/png')).toEqual(unsupported);
  expect(await refused(randomBytes(5_000), 'image/jpeg')).toEqual(unsupported);
  expect(await refused('%PDF-1.4 …', 'application/pdf')).toEqual(unsupported);
  for (const start of [
    '\xff\xd8\xff',
    '\x89PNG\r\n\x1a\n',
    'GIF89a',
    'RIFF....WEBP',
    '\0\0\0\x1cftypavif',
  ]) {
    const body = Buffer.concat([Buffer.from(start, 'latin1'), randomBytes(2_000)]);
    expect(await refused(body, 'image/png')).toEqual(unsupported);
  }
  expect(
    await refused(Buffer.from('00000010667479706d69663100000000', 'hex'), 'image/heic', ''),
  ).toEqual(unsupported);
});

test('formats that only libraries with a history read are refused', async () => {
  const tiff = await sharp({ create: { width: 9, height: 9, channels: 3, background: '#f00' } })
    .tiff()
    .toBuffer();
  expect(await refused(tiff, 'image/tiff')).toEqual(unsupported);
  const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>';
  // Called PNG, so that it is tried as an image.
  expect(await refused(svg, 'image/png')).toEqual(unsupported);
});

test('a drawing is not drawn: browsers get it as it is, in a sandbox', async () => {
  const svg = '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>';
  const response = await answerFor(svg, 'image/svg+xml');
  expect(response.headers.get('content-security-policy')).toContain('sandbox');
  expect(await response.text()).toBe(svg);
  expect(await refused(svg, 'image/svg+xml', '?format=webp')).toEqual(unsupported);
});

test('after all that, images are still shown', async () => {
  const good = await sharp({ create: { width: 90, height: 90, channels: 3, background: '#0f0' } })
    .png()
    .toBuffer();
  const response = await answerFor(good, 'image/png');
  expect(response.status).toBe(200);
  expect(await sharp(Buffer.from(await response.arrayBuffer())).metadata()).toMatchObject({
    width: 50,
  });
});

test('an animation of many frames costs one frame', async () => {
  const frames = 200;
  const height = 200;
  const strip = await sharp({
    create: { width: 300, height: height * frames, channels: 3, background: '#0f0' },
  })
    .raw()
    .toBuffer();
  const gif = await sharp(strip, {
    raw: { width: 300, height: height * frames, channels: 3, pageHeight: height },
    limitInputPixels: false,
  } as SharpOptions)
    .gif()
    .toBuffer();
  const response = await answerFor(gif, 'image/gif');
  const metadata = await sharp(Buffer.from(await response.arrayBuffer())).metadata();
  expect(metadata).toMatchObject({ format: 'gif', width: 50 });
  expect(metadata.pages ?? 1).toBe(1);
});
