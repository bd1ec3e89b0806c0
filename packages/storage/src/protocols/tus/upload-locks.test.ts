import { expect, test } from 'vitest';
import { UploadLocks } from './upload-locks.ts';

const never = new Promise<never>(() => {});

test('one at a time on an upload, any number on different ones', async () => {
  const locks = new UploadLocks();
  let inside = 0;
  let most = 0;
  const work = async (): Promise<void> => {
    inside += 1;
    most = Math.max(most, inside);
    await new Promise(setImmediate);
    inside -= 1;
  };
  await Promise.all(Array.from({ length: 20 }, () => locks.alone('a', work)));
  expect(most).toBe(1);
  most = 0;
  await Promise.all(['a', 'b', 'c'].map((upload) => locks.alone(upload, work)));
  expect(most).toBe(3);
});

test('who holds an upload is asked to let go, and the next one comes after it has', async () => {
  const locks = new UploadLocks({ patience: 10_000, grace: 1 });
  const order: string[] = [];
  const first = locks.alone('a', async (released) => {
    await new Promise((resolve) => released.addEventListener('abort', resolve));
    order.push('first lets go');
  });
  const second = locks.alone('a', async () => void order.push('second'));
  await Promise.all([first, second]);
  expect(order).toEqual(['first lets go', 'second']);
});

test('who does not let go keeps it: the other one is told', async () => {
  const locks = new UploadLocks({ patience: 20, grace: 1 });
  void locks.alone('a', () => never);
  await expect(locks.alone('a', async () => {})).rejects.toMatchObject({ status: 423 });
  expect(await locks.alone('b', async () => 'free')).toBe('free');
});

test('a failure frees the upload', async () => {
  const locks = new UploadLocks();
  await expect(locks.alone('a', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await locks.alone('a', async () => 'free')).toBe('free');
});
