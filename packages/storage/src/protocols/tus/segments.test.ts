import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Segments } from './segments.ts';

const stays = new AbortController().signal;

/** A clock that goes on by `step` milliseconds whenever it is asked. */
function clockOf(step: number) {
  let now = 0;
  return {
    now: () => {
      now += step;
      return now;
    },
  };
}

async function* source(chunks: readonly Uint8Array[]): AsyncIterable<Uint8Array> {
  yield* chunks;
}

function segmentsOf(
  chunks: AsyncIterable<Uint8Array>,
  { limit = Number.MAX_SAFE_INTEGER, step = 0, released = stays } = {},
): Segments {
  const tooMuch = (): Error => new Error('too much');
  return new Segments(chunks, { limit, tooMuch, released, clock: clockOf(step) });
}

/** All segments: their bytes, and how the last one ended. */
async function drain(
  segments: Segments,
): Promise<{ bytes: number[][]; seen: number[]; error?: unknown }> {
  const bytes: number[][] = [];
  const seen: number[] = [];
  while (!segments.ended) {
    const segment: number[] = [];
    bytes.push(segment);
    try {
      for await (const chunk of segments.next((each) => seen.push(...each))) segment.push(...chunk);
    } catch (error) {
      return { bytes, seen, error };
    }
  }
  return { bytes, seen };
}

test('segments together are the body, whatever time does; the hash sees what is written', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.uint8Array({ maxLength: 8 }), { maxLength: 10 }),
      fc.integer({ min: 0, max: 1_500 }),
      async (chunks, step) => {
        const { bytes, seen, error } = await drain(segmentsOf(source(chunks), { step }));
        const whole = chunks.flatMap((chunk) => [...chunk]);
        expect(error).toBeUndefined();
        expect(bytes.flat()).toEqual(whole);
        expect(seen).toEqual(whole);
      },
    ),
  );
});

test('the limit holds to the byte, and no byte beyond it is written', async () => {
  const chunks = [Uint8Array.of(1, 2), Uint8Array.of(3, 4)];
  expect((await drain(segmentsOf(source(chunks), { limit: 4 }))).error).toBeUndefined();
  const { bytes, error } = await drain(segmentsOf(source(chunks), { limit: 3 }));
  expect(error).toMatchObject({ message: 'too much' });
  expect(bytes.flat()).toEqual([1, 2]);
});

test('a failure of the body reaches the writer, after what came before it', async () => {
  async function* broken(): AsyncIterable<Uint8Array> {
    yield Uint8Array.of(1);
    throw new Error('gone');
  }
  const { bytes, error } = await drain(segmentsOf(broken()));
  expect([bytes.flat(), error]).toMatchObject([[1], { message: 'gone' }]);
});

test('a released body ends, though its client is silent', async () => {
  const release = new AbortController();
  async function* silent(): AsyncIterable<Uint8Array> {
    yield Uint8Array.of(1);
    release.abort();
    await new Promise(() => {});
  }
  const { bytes, error } = await drain(segmentsOf(silent(), { released: release.signal }));
  expect([bytes.flat(), error]).toEqual([[1], undefined]);
});

test('silence ends a segment that holds something, and nothing is lost by it', async () => {
  let speak = (): void => {};
  async function* hesitant(): AsyncIterable<Uint8Array> {
    yield Uint8Array.of(1);
    await new Promise<void>((resolve) => {
      speak = resolve;
    });
    yield Uint8Array.of(2);
  }
  // The clock is at 1.9 s of 2 when the wait begins.
  const segments = segmentsOf(hesitant(), { step: 950 });
  const read = async (): Promise<number[]> => {
    const bytes: number[] = [];
    for await (const chunk of segments.next(() => {})) bytes.push(...chunk);
    return bytes;
  };
  expect(await read()).toEqual([1]);
  expect(segments.ended).toBe(false);
  speak();
  expect(await read()).toEqual([2]);
  await read();
  expect(segments.ended).toBe(true);
});
