import { expect, test } from 'vitest';
import { advance } from './advance.ts';
import { type FileJobRecord, newFileJob, retriedFileJob } from './file-job.ts';

const change = { bucket: 'files', target: null, names: [{ from: 'a/', to: null }] };
const of = { projectRef: 'default', memberId: 'm', memberEmail: 'm@example.com' };
const begun: FileJobRecord = { ...newFileJob(change, of, 0), id: 'job' };
const at = (after: string) => ({ asOf: '2026-11-20T10:00:00Z', index: 0, after });
const failure = (from: string) => ({ from, to: null, code: 'AccessDenied', message: 'no' });

const counted = (job: FileJobRecord, found: number): FileJobRecord =>
  advance(job, { kind: 'counted', found, position: job.position ?? at('') });

const batch = (job: FileJobRecord, done: number, failed: number, after: string): FileJobRecord =>
  advance(job, {
    kind: 'batch',
    done,
    failures: Array.from({ length: failed }, (_, index) => failure(`a/${after}${index}`)),
    position: at(after),
  });

test('a job counts, then gets on batch by batch', () => {
  const counting = advance(begun, { kind: 'counting', found: 700 });
  expect(counting).toMatchObject({ state: 'listing', total: 700, position: null });
  const running = counted(counting, 900);
  expect(running).toMatchObject({ state: 'running', total: 900, done: 0, position: at('') });
  const next = batch({ ...running, interruptions: 2 }, 199, 1, 'x');
  expect(next).toMatchObject({ done: 199, failed: 1, total: 900, position: at('x') });
  expect(next).toMatchObject({ failures: [{ from: 'a/x0' }], interruptions: 0 });
});

test('what a killed run did and had not written down is counted as done', () => {
  const killed = batch(counted(begun, 1_000), 190, 10, 'x');
  expect(counted({ ...killed, state: 'listing' }, 500)).toMatchObject({
    total: 1_000,
    done: 490,
    failed: 10,
  });
  // Somebody put files back: they are done again.
  expect(counted({ ...killed, state: 'listing' }, 850)).toMatchObject({ total: 1_050, done: 190 });
});

test('a retry has the failed files behind the rest; where not all are known it begins anew', () => {
  const ended = batch(counted(begun, 10), 8, 2, 'x');
  const retried = retriedFileJob({ ...ended, state: 'done', endedAt: 5 }, 9);
  expect(retried).toMatchObject({
    names: [{ from: 'a/' }, { from: 'a/x0' }, { from: 'a/x1' }],
    position: at('x'),
    failed: 0,
    endedAt: null,
    startedAt: 9,
  });
  expect(counted(retried, 2)).toMatchObject({ total: 10, done: 8 });

  const many = batch(counted(begun, 900), 100, 800, 'x');
  expect(many.failures).toHaveLength(500);
  const anew = retriedFileJob({ ...many, state: 'done' }, 9);
  expect(anew).toMatchObject({ names: change.names, position: at(''), total: 0, done: 0 });
  expect(counted(anew, 800)).toMatchObject({ total: 800, done: 0, failed: 0 });
});
