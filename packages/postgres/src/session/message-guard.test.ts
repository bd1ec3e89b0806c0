import fc from 'fast-check';
import { expect, test } from 'vitest';
import { MessageGuard } from './message-guard.ts';

function message(size: number): Buffer {
  const bytes = Buffer.alloc(5 + size, 'x');
  bytes.writeUInt32BE(size + 4, 1);
  return bytes;
}

test('however a stream is cut into chunks, exactly the large messages are told', () => {
  fc.assert(
    fc.property(
      fc.array(fc.nat(200), { maxLength: 20 }),
      fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 1 }),
      (sizes, steps) => {
        const told: number[] = [];
        const guard = new MessageGuard(104, (bytes) => told.push(bytes));
        const stream = Buffer.concat(sizes.map(message));
        for (let at = 0, turn = 0; at < stream.length; turn += 1) {
          const step = steps[turn % steps.length] ?? 1;
          guard.feed(stream.subarray(at, at + step));
          at += step;
        }
        expect(told).toEqual(sizes.filter((size) => size > 100).map((size) => size + 4));
      },
    ),
  );
});
