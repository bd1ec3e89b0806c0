import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Inbox } from '../inbox.ts';
import { Outbox } from '../outbox.ts';
import { decodeFrame, encodePart, encodeWhole } from './frame.ts';

const number = fc.nat(0xffffffff);
const bytes = fc.uint8Array({ maxLength: 300 });

test('what is encoded is decoded', () => {
  fc.assert(
    fc.property(fc.uuid(), number, fc.array(bytes), (sender, number, messages) => {
      const decoded = decodeFrame(encodeWhole({ sender, number, messages }));
      expect(decoded).toMatchObject({ kind: 'whole', sender, number });
      if (decoded?.kind !== 'whole') throw new Error('not whole');
      expect(decoded.messages.map((each) => [...each])).toEqual(messages.map((each) => [...each]));
    }),
  );
  const part = { sender: randomUUID(), number: 4, size: 10, offset: 8, bytes: Buffer.from('ab') };
  expect(decodeFrame(encodePart(part))).toEqual({ kind: 'part', ...part });
});

test('bytes of strangers are refused or read, never a failure', () => {
  const valid = fc
    .array(bytes)
    .map((messages) => encodeWhole({ sender: randomUUID(), number: 1, messages }));
  const harmed = fc.tuple(valid, fc.nat(), fc.nat(255), fc.nat()).map(([frame, at, value, end]) => {
    const copy = frame.slice(0, frame.length - (end % 5));
    copy[at % copy.length] = value;
    return copy;
  });
  fc.assert(
    fc.property(fc.oneof(bytes, harmed), (frame) => {
      decodeFrame(frame);
    }),
    { numRuns: 1000 },
  );
});

test('through frames of any size messages come out as they went in; where frames are lost it is told', () => {
  const sizes = fc.array(fc.nat(500), { maxLength: 60, size: 'max' });
  fc.assert(
    fc.property(
      sizes,
      fc.integer({ min: 40, max: 200 }),
      fc.array(fc.nat(9), { maxLength: 99, size: 'max' }),
      (sizes, largest, fates) => {
        const outbox = new Outbox(randomUUID());
        const heard: string[] = [];
        let missed = 0;
        const inbox = new Inbox(randomUUID(), {
          message: (message) => heard.push(Buffer.from(message).toString('latin1')),
          missed: () => {
            missed += 1;
          },
          malformed: () => expect.fail('a frame of ours'),
        });
        const sent = sizes.map((size, i) => `${i}:${'x'.repeat(size)}`);
        outbox.add('first', Buffer.from('first'));
        for (const text of sent) outbox.add('talk', Buffer.from(text, 'latin1'));
        const frames = [];
        for (let taken = outbox.take(largest); taken.length > 0; taken = outbox.take(largest))
          frames.push(...taken);
        const ours = frames.filter(({ channel }) => channel === 'talk').map(({ frame }) => frame);
        // One in ten frames is lost, but neither the first nor the last: only between two a hole can be seen.
        const arriving = ours.filter((_, i) => i === 0 || i === ours.length - 1 || fates[i] !== 0);
        for (const frame of arriving) {
          expect(frame.length).toBeLessThanOrEqual(largest);
          inbox.take(frame);
        }
        if (arriving.length === ours.length) {
          expect(heard).toEqual(sent);
          expect(missed).toBe(0);
        } else {
          expect(missed).toBeGreaterThan(0);
          // What came is what was sent, in its order and once.
          let at = -1;
          for (const text of heard) {
            const next = sent.indexOf(text);
            expect(next).toBeGreaterThan(at);
            at = next;
          }
        }
      },
    ),
    { numRuns: 100 },
  );
});
