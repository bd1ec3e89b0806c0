import fc from 'fast-check';
import { expect, test } from 'vitest';
import { logBytes } from '../../../../testkit/log-bytes.ts';
import { MalformedLog } from '../pgoutput/malformed-log.ts';
import { type Frame, FrameSplitter } from './frame-splitter.ts';

/** Cuts bytes into pieces at these places and gives the frames. */
function split(bytes: Buffer, cuts: readonly number[], largest = 1_000_000): Frame[] {
  const frames: Frame[] = [];
  const splitter = new FrameSplitter(largest, (frame) =>
    frames.push({ ...frame, body: Buffer.from(frame.body) }),
  );
  const places = [...new Set([0, ...cuts.map((cut) => cut % (bytes.length + 1)), bytes.length])];
  places.sort((a, b) => a - b);
  for (let index = 1; index < places.length; index += 1)
    splitter.feed(bytes.subarray(places[index - 1], places[index]));
  return frames;
}

/** The message in a frame of copy data. */
const contentOf = ({ body }: Frame): Buffer => body.subarray(25);

const long = 'x'.repeat(5_000);

test('however the bytes arrive, the messages are the same', () => {
  const messages = [
    logBytes.begin(1n, 0),
    logBytes.insert(1, ['1', 'a']),
    logBytes.message(true, '', ''),
    logBytes.commit(1n, 2n),
  ];
  const bytes = Buffer.concat(messages.map(logBytes.framed));
  fc.assert(
    fc.property(fc.array(fc.nat(10_000), { maxLength: 40 }), (cuts) => {
      const frames = split(bytes, cuts);
      expect(frames.map(contentOf)).toEqual(messages);
      expect(frames.every(({ kind, isCut }) => kind === 'd' && !isCut)).toBe(true);
    }),
  );
});

test('of a change that is too large the long values are left out, however it arrives', () => {
  const short = 'y'.repeat(64);
  const messages = [
    [
      logBytes.insert(1, ['1', long, null, short]),
      logBytes.insert(1, ['1', undefined, null, short]),
    ],
    [
      logBytes.update(1, ['1', long], ['O', ['1', `${long}o`]]),
      logBytes.update(1, ['1', undefined], ['O', ['1', undefined]]),
    ],
    [
      logBytes.update(1, ['2', long, ''], ['K', ['1', null, null]]),
      logBytes.update(1, ['2', undefined, ''], ['K', ['1', null, null]]),
    ],
    [logBytes.update(1, [undefined, long]), logBytes.update(1, [undefined, undefined])],
    [logBytes.delete(1, 'O', ['1', long]), logBytes.delete(1, 'O', ['1', undefined])],
  ] as const;
  const bytes = Buffer.concat(messages.map(([large]) => logBytes.framed(large)));
  fc.assert(
    fc.property(fc.array(fc.nat(40_000), { maxLength: 40 }), (cuts) => {
      const frames = split(bytes, cuts, 4_000);
      expect(frames.map(contentOf)).toEqual(messages.map(([, kept]) => kept));
      expect(frames.every(({ isCut }) => isCut)).toBe(true);
    }),
  );
});

test('a message of a user that is too large is left out, what follows is not', () => {
  const last = logBytes.commit(1n, 2n);
  const bytes = Buffer.concat(
    [logBytes.message(true, 'mine', long), logBytes.message(true, long, ''), last].map(
      logBytes.framed,
    ),
  );
  expect(split(bytes, [10, 40, 3_000], 4_000).map(contentOf)).toEqual([last]);
});

test('any bytes are split, or there is the one error', () => {
  fc.assert(
    fc.property(
      fc.uint8Array({ maxLength: 200 }),
      fc.array(fc.nat(200), { maxLength: 8 }),
      (bytes, cuts) => {
        try {
          split(Buffer.from(bytes), cuts, 50);
        } catch (error) {
          expect(error).toBeInstanceOf(MalformedLog);
        }
      },
    ),
    { numRuns: 1_000 },
  );
});

test('a large message of another kind is refused before it is gathered', () => {
  const header = Buffer.from([0x45, 0x7f, 0xff, 0xff, 0xff]);
  expect(() => split(header, [2])).toThrow(MalformedLog);
});
