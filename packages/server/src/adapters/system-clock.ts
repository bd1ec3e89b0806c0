import type { Clock } from '@plinth/kernel';

/** The machine's clock. */
export const systemClock: Clock = { now: () => Date.now() };
