import type { RealtimeStatus } from '@plinth/console/api';
import { expect, test } from 'vitest';
import { streamWords } from './stream-words.ts';

const stream = (change: Partial<RealtimeStatus['stream']>): RealtimeStatus['stream'] => ({
  state: 'streaming',
  slot: 'plinth_x',
  lagBytes: 4_000,
  lastError: null,
  ...change,
});

test('a stream that keeps up is good, whatever went wrong before', () => {
  expect(streamWords(stream({ lastError: 'it was away' }))).toMatchObject({ tone: 'good' });
});

test('log that nobody reads is told with its size, and louder the more it is', () => {
  expect(streamWords(stream({ lagBytes: 500_000_000 }))).toMatchObject({ tone: 'warning' });
  const far = streamWords(stream({ lagBytes: 3_400_000_000 }));
  expect(far.tone).toBe('danger');
  expect(far.sentence).toContain('3.4 GB');
});

test('a broken stream says why; one at rest is no failure', () => {
  const broken = streamWords(stream({ state: 'broken', lastError: 'no slot is free' }));
  expect(broken.tone).toBe('danger');
  expect(broken.sentence).toContain('no slot is free');
  expect(streamWords(stream({ state: 'closed', lagBytes: 0 })).tone).toBe('quiet');
});
