import { buffer } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import type { ByteSource } from '../blob-store.ts';
import { Gatherer } from './gather.ts';

/** Pieces that come when they are let go. */
function held(...pieces: Uint8Array[]): {
  source: ByteSource;
  go: () => void;
  ended: () => boolean;
} {
  let go = (): void => {};
  let isEnded = false;
  const gone = new Promise<void>((resolve) => {
    go = resolve;
  });
  async function* source(): ByteSource {
    try {
      yield* pieces;
      await gone;
    } finally {
      isEnded = true;
    }
  }
  return { source: source(), go: () => go(), ended: () => isEnded };
}

async function* pieces(...sizes: number[]): ByteSource {
  for (const [index, size] of sizes.entries()) yield Buffer.alloc(size, index + 1);
}

test('what is small comes whole; what is larger goes on as a stream of the same bytes', async () => {
  const gatherer = new Gatherer(100);
  expect(await gatherer.gather(pieces())).toEqual({ whole: [] });
  expect(await gatherer.gather(pieces(60, 40))).toEqual({
    whole: [Buffer.alloc(60, 1), Buffer.alloc(40, 2)],
  });
  const large = await gatherer.gather(pieces(60, 41, 500));
  if (!('stream' in large)) throw new Error('601 bytes are not small');
  expect(await buffer(large.stream)).toEqual(
    Buffer.concat([Buffer.alloc(60, 1), Buffer.alloc(41, 2), Buffer.alloc(500, 3)]),
  );
});

test('a source that breaks throws what it throws, before and after it became a stream', async () => {
  const gatherer = new Gatherer(100);
  async function* breaking(size: number): ByteSource {
    yield Buffer.alloc(size);
    throw new Error('gone');
  }
  await expect(gatherer.gather(breaking(10))).rejects.toThrow('gone');
  const large = await gatherer.gather(breaking(101));
  if (!('stream' in large)) throw new Error('101 bytes are not small');
  await expect(buffer(large.stream)).rejects.toThrow('gone');
});

test('a stream that is given up ends its source', async () => {
  const { source, ended } = held(Buffer.alloc(101));
  const large = await new Gatherer(100).gather(source);
  if (!('stream' in large)) throw new Error('101 bytes are not small');
  for await (const _ of large.stream) break;
  expect(ended()).toBe(true);
});

test('a content in many pieces is not held, however small they are', async () => {
  const gatherer = new Gatherer(100);
  const crumbs = await gatherer.gather(pieces(...Array.from({ length: 70 }, () => 1)));
  if (!('stream' in crumbs)) throw new Error('70 pieces are too many');
  expect((await buffer(crumbs.stream)).length).toBe(70);
});

test('many senders together get no more memory than there is room; it comes back when they are done', async () => {
  const mebibyte = 1_048_576;
  const gatherer = new Gatherer(mebibyte);
  const senders = Array.from({ length: 17 }, () => held(Buffer.alloc(mebibyte)));
  const gathering = senders.map(({ source }) => gatherer.gather(source));
  // The room is full: whoever comes now is streamed.
  await expect.poll(async () => 'stream' in (await gatherer.gather(pieces(10)))).toBe(true);
  for (const { go } of senders) go();
  const results = await Promise.all(gathering);
  expect(results.filter((result) => 'whole' in result).length).toBeGreaterThanOrEqual(15);
  expect(await gatherer.gather(pieces(10))).toEqual({ whole: [Buffer.alloc(10, 1)] });
});
