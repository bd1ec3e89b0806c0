import type { SqlFailure } from '@plinth/console/api';
import { expect, test } from 'vitest';
import { problemLine, problemOf } from './problem.ts';
import type { RunOutcome } from './use-run.ts';

const outcome = (
  sql: string,
  offset: number | null,
  { from = 0, firstLine = 1 } = {},
): RunOutcome => ({
  results: [],
  notices: [],
  failure: {
    sqlState: '42703',
    message: 'column "titel" does not exist',
    hint: null,
    offset,
    cancelled: false,
  } as SqlFailure,
  error: null,
  milliseconds: 1,
  sql,
  from,
  firstLine,
});

test('the word that the server points at is marked, in the draft also where only a part of it ran', () => {
  const sql = 'select titel from notes';
  expect(problemOf(outcome(sql, 7))).toMatchObject({ from: 7, to: 12 });
  expect(problemOf(outcome(sql, 7, { from: 100 }))).toMatchObject({ from: 107, to: 112 });
});

test('a failure without a place marks nothing', () => {
  expect(problemOf(outcome('select 1', null))).toBeNull();
  expect(problemOf(null)).toBeNull();
});

test('the line is counted in the draft, not in the part of it that ran', () => {
  const sql = 'select\n  titel\nfrom notes';
  expect(problemLine(outcome(sql, 9))).toBe(2);
  expect(problemLine(outcome(sql, 9, { firstLine: 5 }))).toBe(6);
  expect(problemLine(outcome(sql, null))).toBeNull();
});
