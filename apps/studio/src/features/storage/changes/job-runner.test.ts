import { expect, test } from 'vitest';
import { type Job, type JobPlan, JobRunner } from './job-runner.ts';

const names = (count: number): string[] => Array.from({ length: count }, (_, at) => `file ${at}`);

function runner() {
  let id = 0;
  const ended: Job[] = [];
  const jobs = new JobRunner(() => String(++id));
  const plan = (change: Partial<JobPlan>): JobPlan => ({
    title: 'Delete',
    keys: async function* () {
      yield names(10).slice(0, 6);
      yield names(10).slice(6);
    },
    batch: 1,
    work: async () => {},
    onEnd: (job) => ended.push(job),
    ...change,
  });
  return { jobs, plan, ended };
}

test('every file is done once, four calls at a time', async () => {
  const { jobs, plan, ended } = runner();
  const seen: string[] = [];
  let running = 0;
  let most = 0;
  await jobs.run(
    plan({
      batch: 2,
      keys: async function* () {
        yield names(25);
      },
      work: async (keys) => {
        running += 1;
        most = Math.max(most, running);
        await Promise.resolve();
        seen.push(...keys);
        running -= 1;
      },
    }),
  );
  expect(seen.sort()).toEqual(names(25).sort());
  expect(most).toBe(4);
  expect(ended).toMatchObject([{ state: 'done', total: 25, done: 25, failures: [] }]);
});

test('what fails is told by its name, the others are done', async () => {
  const { jobs, plan, ended } = runner();
  await jobs.run(
    plan({
      work: async ([key]) => {
        if (key === 'file 3') throw new Error('taken');
      },
    }),
  );
  expect(ended[0]).toMatchObject({ state: 'done', done: 10, failures: [{ key: 'file 3' }] });
});

test('a stopped job begins no other call', async () => {
  const { jobs, plan, ended } = runner();
  let calls = 0;
  await jobs.run(
    plan({
      work: async () => {
        calls += 1;
        jobs.stop('1');
      },
    }),
  );
  expect(calls).toBeLessThanOrEqual(4);
  expect(ended[0]?.state).toBe('stopped');
});

test('where the files cannot be listed, the job says so', async () => {
  const { jobs, plan, ended } = runner();
  await jobs.run(
    plan({
      // biome-ignore lint/correctness/useYield: it fails before the first page
      keys: async function* () {
        throw new Error('no connection');
      },
    }),
  );
  expect(ended[0]).toMatchObject({ state: 'done', failures: [{ key: '' }] });
  jobs.dismiss('1');
  expect(jobs.store.get()).toEqual([]);
});
