import { expect, test, vi } from 'vitest';
import { Lanes } from './lanes.ts';

/** A promise that is settled from outside. */
function deferred(): {
  readonly promise: Promise<void>;
  resolve(): void;
  reject(error: Error): void;
} {
  let [resolve, reject] = [() => {}, (_error: Error) => {}];
  const promise = new Promise<void>((done, failed) => {
    resolve = done;
    reject = failed;
  });
  return { promise, resolve: () => resolve(), reject: (error) => reject(error) };
}

test('work of a topic is done in order, that of others does not wait, and failures stop nothing', async () => {
  const failures: unknown[] = [];
  const drained = vi.fn();
  const lanes = new Lanes((error) => failures.push(error), drained);
  const done: string[] = [];
  const [first, third] = [deferred(), deferred()];
  lanes.run('a', () => first.promise.then(() => void done.push('a1')));
  lanes.run('a', () => void done.push('a2'));
  lanes.run('a', () => third.promise);
  lanes.run('a', () => void done.push('a4'));
  lanes.run('b', () => void done.push('b1'));
  lanes.run('b', () => {
    throw new Error('at once');
  });
  expect([done, lanes.waiting]).toEqual([['b1'], 3]);
  first.resolve();
  await vi.waitFor(() => expect(done).toEqual(['b1', 'a1', 'a2']));
  third.reject(new Error('later'));
  await vi.waitFor(() => expect(drained).toHaveBeenCalledOnce());
  expect(done).toEqual(['b1', 'a1', 'a2', 'a4']);
  expect(failures.map(String)).toEqual(['Error: at once', 'Error: later']);
  expect(lanes.waiting).toBe(0);
});
