import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodeCursor, encodeCursor } from '../listing/cursor.ts';
import { parseFileSize } from './file-size.ts';
import { checkMimeType } from './mime-types.ts';
import { readForm } from './multipart-form.ts';
import { isKey } from './names.ts';
import { parseRange } from './range.ts';
import { isRobotsTag } from './robots-tag.ts';
import { metadataOfField, metadataOfHeader } from './user-metadata.ts';

test('a range is always within the content, or refused', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.string(),
        fc.tuple(fc.nat(200), fc.nat(200)).map(([first, last]) => `bytes=${first}-${last}`),
        fc.nat(200).map((first) => `bytes=${first}-`),
        fc.nat(200).map((length) => `bytes=-${length}`),
      ),
      fc.nat(100),
      (header, size) => {
        try {
          const { start, end } = parseRange(header, size);
          expect(start).toBeGreaterThanOrEqual(0);
          expect(end).toBeLessThan(size);
          expect(start).toBeLessThanOrEqual(end);
        } catch (error) {
          expect(error).toMatchObject({ code: 'InvalidRange', status: 416 });
        }
      },
    ),
  );
});

test('no key has control characters, half characters, or segments that walk', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 40 }), (text) => {
      if (!isKey(text)) return;
      // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
      expect(text).not.toMatch(/[\u0000-\u001f\u007f-\u009f\\"#%<>[\]^`{|}~\u202a-\u202e]/);
      expect(text.startsWith('/')).toBe(false);
      expect(text.split('/')).not.toContain('..');
      expect(decodeURIComponent(encodeURIComponent(text))).toBe(text);
    }),
  );
  for (const key of ['a', 'a/b.c', "it's (1)!*$@=;:+,?-&", 'ä', '日本', '👩‍👧'])
    expect(isKey(key)).toBe(true);
  for (const key of ['', '/a', 'a/..', '.', 'a/./b', 'a\0', '\ud800', 'x'.repeat(2_001)])
    expect(isKey(key)).toBe(false);
});

test('a cursor comes back as it went out, and nothing else is one', () => {
  const name = fc.string({ unit: 'grapheme' }).filter((text) => !/[\n\r\0\u2028\u2029]/.test(text));
  fc.assert(
    fc.property(
      fc.record({
        startAfter: name,
        order: fc.constantFrom('asc' as const, 'desc' as const, undefined),
        column: fc.constantFrom('name' as const, 'created_at' as const, undefined),
        columnAfter: fc.constantFrom('2026-01-02T03:04:05.678Z', undefined),
      }),
      (cursor) => {
        expect(decodeCursor(encodeCursor(cursor))).toEqual(cursor);
      },
    ),
  );
  for (const text of [
    'x',
    'bDphCm86dXA=',
    'bDphCmM6aWQ=',
    Buffer.from("a:'; drop").toString('base64'),
  ]) {
    expect(() => decodeCursor(text)).toThrow('continuation token');
  }
});

test('sizes of buckets are decimal', () => {
  expect([
    parseFileSize('20MB'),
    parseFileSize('1.5kb'),
    parseFileSize('3B'),
    parseFileSize(7),
  ]).toEqual([20_000_000, 1_500, 3, 7]);
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 999 }),
      fc.constantFrom('B', 'KB', 'MB', 'GB'),
      (amount, unit) => {
        const factor = { B: 1, KB: 1e3, MB: 1e6, GB: 1e9 }[unit];
        expect(parseFileSize(`${amount}${unit.toLowerCase()}`)).toBe(amount * factor);
      },
    ),
  );
  for (const wrong of ['', '5', 'MB', '-1MB', '1 MB', '1MiB', -1, 1.5, Number.NaN]) {
    expect(() => parseFileSize(wrong)).toThrow('hint: use 20GB');
  }
});

test('a type is compared without its parameters', () => {
  checkMimeType('text/plain;charset=UTF-8', ['text/plain']);
  checkMimeType('IMAGE/PNG', ['image/*']);
  checkMimeType('a/b', ['*']);
  checkMimeType('nonsense', []);
  for (const type of ['text/plainer', 'imagex/png', 'nonsense', '']) {
    expect(() => checkMimeType(type, ['text/plain', 'image/*'])).toThrow(
      `mime type ${type} is not supported`,
    );
  }
});

test('x-robots-tag holds rules that crawlers know', () => {
  const good = [
    'noindex',
    'noindex, nofollow',
    'max-snippet: -1',
    'googlebot: noindex, nosnippet',
    'unavailable_after: Wed, 03 Dec 2025 13:09:53 GMT, noindex',
  ];
  for (const tag of good) expect([tag, isRobotsTag(tag)]).toEqual([tag, true]);
  for (const tag of [
    '',
    'index-me',
    'noindex,,nofollow',
    'max-snippet: x',
    'max-image-preview: huge',
    'bot:',
    'bot: another: noindex',
    `${'a:'.repeat(30_000)}noindex`,
    'unavailable_after: soon',
  ]) {
    expect([tag, isRobotsTag(tag)]).toEqual([tag, false]);
  }
});

test('metadata that is no object, or nested without end, counts as none', () => {
  const nested = (levels: number) => `{"a":${'['.repeat(levels)}${']'.repeat(levels)}}`;
  expect(metadataOfField('{"a":{"b":[1]}}')).toEqual({ a: { b: [1] } });
  expect(metadataOfField(nested(50))).toBeDefined();
  for (const text of ['[]', 'null', '1', '{', '{"a":"\\u0000"}', nested(101), nested(500_000)]) {
    expect(metadataOfField(text)).toBeUndefined();
    expect(metadataOfHeader(Buffer.from(text).toString('base64'))).toBeUndefined();
  }
});

test('the fields of a form are kept up to a bound, all together', async () => {
  const field = (size: number) =>
    `--b\r\ncontent-disposition: form-data; name="metadata"\r\n\r\n${'x'.repeat(size)}\r\n`;
  const file =
    '--b\r\ncontent-disposition: form-data; name=""; filename="a"\r\n\r\ncontent\r\n--b--\r\n';
  async function* body(...sizes: readonly number[]) {
    for (const size of sizes) yield Buffer.from(field(size));
    yield Buffer.from(file);
  }
  const type = 'multipart/form-data; boundary=b';
  const form = await readForm(type, body(1_000_000));
  expect(form.fields.metadata).toHaveLength(1_000_000);
  await expect(readForm(type, body(600_000, 600_000))).rejects.toMatchObject({
    code: 'EntityTooLarge',
  });
});
