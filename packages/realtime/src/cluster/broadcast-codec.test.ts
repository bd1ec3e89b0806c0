import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { BroadcastMessage } from '../broadcast/broadcast-message.ts';
import { decodeAddress, decodeBroadcast, encodeBroadcast } from './broadcast-codec.ts';

const text = fc.string({ unit: 'grapheme', maxLength: 300 });
const message: fc.Arbitrary<BroadcastMessage> = fc.record(
  {
    topic: text,
    isPrivate: fc.boolean(),
    event: text,
    payload: fc.oneof(
      fc.json(),
      fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes)),
    ),
    meta: fc.oneof(
      fc.record({ id: fc.uuid() }),
      fc.record({ id: text, replayed: fc.constant(true) }),
    ),
    envelope: fc.json(),
    isBinaryFrame: fc.constant(true),
  },
  { requiredKeys: ['topic', 'isPrivate', 'event', 'payload'] },
);

test('a message is the same on the other side', () => {
  fc.assert(
    fc.property(message, (sent) => {
      const bytes = encodeBroadcast(sent);
      expect(decodeBroadcast(bytes)).toEqual(sent);
      expect(decodeAddress(bytes)).toEqual({ topic: sent.topic, isPrivate: sent.isPrivate });
    }),
  );
});

test('bytes of strangers are refused or read, never a failure', () => {
  const cut = fc.tuple(message, fc.nat()).map(([sent, end]) => {
    const bytes = encodeBroadcast(sent);
    return bytes.subarray(0, end % bytes.length);
  });
  const harmed = fc.tuple(message, fc.nat(), fc.nat(255)).map(([sent, at, value]) => {
    const bytes = encodeBroadcast(sent);
    bytes[at % bytes.length] = value;
    return bytes;
  });
  fc.assert(
    fc.property(fc.oneof(fc.uint8Array(), cut, harmed), (bytes) => {
      decodeAddress(bytes);
      decodeBroadcast(bytes);
    }),
    { numRuns: 1000 },
  );
  expect(decodeBroadcast(new Uint8Array())).toBeUndefined();
  expect(decodeAddress(Uint8Array.of(2, 0, 0, 0, 0, 0))).toBeUndefined();
});
