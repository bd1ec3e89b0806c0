import { expect } from 'vitest';

/** How long a page may take to come to what is expected, in milliseconds. */
const patience = 10_000;

/** An expectation of something that is read again and again until it holds. */
export const eventually = <T>(read: () => T): ReturnType<typeof expect.poll<T>> =>
  expect.poll(read, { timeout: patience });
