import { expect, test } from 'vitest';
import { Gate, GateTimeout } from './gate.ts';

test('so many pieces of work run at a time, the others in order', async () => {
  const gate = new Gate({ atOnce: 2, waiting: 10, patience: 1000 });
  const order: number[] = [];
  let running = 0;
  let most = 0;
  await Promise.all(
    [0, 1, 2, 3, 4].map((each) =>
      gate.run(async () => {
        running += 1;
        most = Math.max(most, running);
        order.push(each);
        await new Promise((resolve) => setTimeout(resolve, 5));
        running -= 1;
      }),
    ),
  );
  expect(most).toBe(2);
  expect(order).toEqual([0, 1, 2, 3, 4]);
});

test('who waits too long, or finds too many waiting, is turned away', async () => {
  const gate = new Gate({ atOnce: 1, waiting: 1, patience: 20 });
  let finish = (): void => {};
  const busy = gate.run(() => new Promise<void>((resolve) => (finish = resolve)));
  const patient = gate.run(async () => 'never');
  await expect(gate.run(async () => 'never')).rejects.toBeInstanceOf(GateTimeout);
  await expect(patient).rejects.toBeInstanceOf(GateTimeout);
  finish();
  await busy;
  expect(await gate.run(async () => 'free again')).toBe('free again');
});

test('work that fails makes room too', async () => {
  const gate = new Gate({ atOnce: 1, waiting: 1, patience: 100 });
  await expect(gate.run(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await gate.run(async () => 1)).toBe(1);
});
