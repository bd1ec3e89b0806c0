import { expect, test } from 'vitest';
import { type Sending, type Upload, UploadQueue } from './upload-queue.ts';

interface Step {
  readonly upload: Upload;
  readonly progress: (sent: number) => void;
  readonly finish: () => void;
  readonly fail: (error: Error) => void;
  stopped: 'kept' | 'forgotten' | null;
}

/** A queue whose files are sent by hand; the clock moves a second with every question. */
function queueByHand() {
  const steps: Step[] = [];
  const stored: string[] = [];
  let id = 0;
  let time = 0;
  const queue = new UploadQueue({
    newId: () => String(++id),
    now: () => (time += 1000),
    onStored: ({ key }) => stored.push(key),
    send: (upload, progress): Sending => {
      let finish = (): void => {};
      let fail = (_error: Error): void => {};
      const done = new Promise<void>((resolve, reject) => {
        finish = resolve;
        fail = reject;
      });
      const step: Step = { upload, progress, finish, fail, stopped: null };
      steps.push(step);
      return {
        done,
        stop(forget) {
          step.stopped = forget ? 'forgotten' : 'kept';
        },
      };
    },
  });
  const add = (...names: readonly string[]): void =>
    queue.add(
      names.map((key) => ({
        bucket: 'b',
        key,
        file: new File(['0123456789'], key),
        type: 'text/plain',
        replace: false,
      })),
    );
  const states = (): string[] => queue.store.get().map(({ key, state }) => `${key} ${state}`);
  return { queue, steps, stored, add, states };
}

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test('three files are sent at a time, the others wait', async () => {
  const { steps, stored, add, states } = queueByHand();
  add('a', 'b', 'c', 'd');
  expect(states()).toEqual(['a sending', 'b sending', 'c sending', 'd waiting']);
  steps[1]?.finish();
  await settled();
  expect(states()).toEqual(['a sending', 'b done', 'c sending', 'd sending']);
  expect(stored).toEqual(['b']);
});

test('a paused file lets another one go, and goes on from what was sent', async () => {
  const { queue, steps, add, states } = queueByHand();
  add('a', 'b', 'c', 'd');
  steps[0]?.progress(4);
  queue.pause('1');
  expect(steps[0]?.stopped).toBe('kept');
  expect(states()).toEqual(['a paused', 'b sending', 'c sending', 'd sending']);
  expect(queue.store.get()[0]?.sent).toBe(4);
  steps[0]?.progress(9);
  expect(queue.store.get()[0]?.sent).toBe(4);
  queue.resume('1');
  expect(states()[0]).toBe('a waiting');
  steps[3]?.finish();
  await settled();
  expect(states()[0]).toBe('a sending');
});

test('a failure is kept with its reason until it is tried again', async () => {
  const { queue, steps, add, states } = queueByHand();
  add('a');
  steps[0]?.fail(new Error('too large'));
  await settled();
  expect(states()).toEqual(['a failed']);
  expect(queue.store.get()[0]?.error).toMatchObject({ message: 'too large' });
  queue.resume('1');
  steps[1]?.finish();
  await settled();
  expect(states()).toEqual(['a done']);
  queue.clearDone();
  expect(states()).toEqual([]);
});

test('a paused file that is given up is forgotten by the server', () => {
  const { queue, steps, add, states } = queueByHand();
  add('a');
  queue.pause('1');
  queue.remove('1');
  expect(steps[0]?.stopped).toBe('forgotten');
  expect(states()).toEqual([]);
});

test('what is given up is forgotten by the server too, and never counts as stored', async () => {
  const { queue, steps, stored, add, states } = queueByHand();
  add('a', 'b');
  queue.remove('1');
  expect(steps[0]?.stopped).toBe('forgotten');
  expect(states()).toEqual(['b sending']);
  queue.removeAll();
  expect(steps[1]?.stopped).toBe('forgotten');
  expect(states()).toEqual([]);
  expect(stored).toEqual([]);
});
