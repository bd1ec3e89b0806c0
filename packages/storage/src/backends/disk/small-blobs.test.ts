import fc from 'fast-check';
import { expect, test } from 'vitest';
import { SmallBlobs } from './small-blobs.ts';

test('what was read last is there; all together never take more than their room', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat(30), fc.nat(1_000_000)), { maxLength: 60 }), (puts) => {
      const blobs = new SmallBlobs();
      const sizes = new Map<string, number>();
      for (const [name, size] of puts) {
        blobs.put(String(name), Buffer.alloc(size));
        sizes.set(String(name), size);
        expect(blobs.get(String(name))?.byteLength).toBe(size);
      }
      const kept = [...sizes.keys()].reduce(
        (sum, name) => sum + (blobs.get(name)?.byteLength ?? 0),
        0,
      );
      expect(kept).toBeLessThanOrEqual(16_777_216);
    }),
    { numRuns: 20 },
  );
});
