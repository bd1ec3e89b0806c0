import { expect, test } from 'vitest';
import { jobTexts } from './job-texts.ts';

const textsOf = (from: string, to: string | null, names = 1, target = 'files') =>
  jobTexts({ bucket: 'files', target: to === null ? null : target, first: { from, to }, names });

test('a job is called by what it does', () => {
  expect(textsOf('a/old/', null)).toEqual({ title: 'Delete old', done: 'old deleted' });
  expect(textsOf('a/old.txt', null, 1200).title).toBe('Delete 1,200 items');
  expect(textsOf('a/old/', 'a/new/')).toEqual({
    title: 'Rename old to new',
    done: 'old is new now',
  });
  expect(textsOf('a/old/', 'b/old/').title).toBe('Move old to b');
  expect(textsOf('a/old/', 'old/', 2).title).toBe('Move 2 items to files');
  expect(textsOf('a/x', 'a/x', 1, 'other').title).toBe('Move x to a');
  expect(textsOf('x', 'x', 1, 'other').done).toBe('x moved to other');
});
