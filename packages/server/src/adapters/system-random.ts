import { randomBytes, randomUUID } from 'node:crypto';
import type { Random } from '@plinth/kernel';

/** The operating system's source of randomness. */
export const systemRandom: Random = {
  bytes: (length) => randomBytes(length),
  uuid: () => randomUUID(),
};
