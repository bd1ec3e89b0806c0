import type { FileJob } from '@plinth/console/api';
import { expect, test } from 'vitest';
import { nextQuestion } from './next-question.ts';

const job = (state: FileJob['state'], seconds: number): FileJob => ({
  id: 'job',
  bucket: 'files',
  target: null,
  first: { from: 'a/', to: null },
  names: 1,
  state,
  total: 10,
  done: 5,
  failed: 0,
  error: null,
  member: 'ada@example.com',
  mine: true,
  mayChange: true,
  startedAt: '2026-11-20T10:00:00.000Z',
  updatedAt: new Date(Date.UTC(2026, 10, 20, 10, 0, seconds)).toISOString(),
  endedAt: null,
});

test('a job is asked for often at its beginning, less often the longer it takes, and never when it has ended', () => {
  expect(nextQuestion(undefined)).toBe(false);
  expect(nextQuestion([job('done', 9), job('interrupted', 9)])).toBe(false);
  expect(nextQuestion([job('listing', 0)])).toBe(300);
  expect(nextQuestion([job('running', 8)])).toBe(1000);
  expect(nextQuestion([job('running', 50), job('running', 4), job('stopped', 0)])).toBe(500);
  expect(nextQuestion([job('running', 600)])).toBe(5000);
});
