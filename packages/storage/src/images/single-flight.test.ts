import { expect, test } from 'vitest';
import { SingleFlight } from './single-flight.ts';

const stays = new AbortController().signal;

test('equal work at the same time is done once, and again later', async () => {
  const flights = new SingleFlight<number>();
  let done = 0;
  const work = async (): Promise<number> => {
    await Promise.resolve();
    done += 1;
    return done;
  };
  const both = await Promise.all([flights.run('a', stays, work), flights.run('a', stays, work)]);
  expect(both).toEqual([1, 1]);
  expect(await flights.run('a', stays, work)).toBe(2);
});

test('work goes on while somebody waits for it, and is given up when nobody does', async () => {
  const flights = new SingleFlight<string>();
  let signal: AbortSignal | undefined;
  let finish = (_: string): void => {};
  const work = (given: AbortSignal): Promise<string> => {
    signal = given;
    return new Promise((resolve) => {
      finish = resolve;
    });
  };
  const [first, second] = [new AbortController(), new AbortController()];
  const one = flights.run('a', first.signal, work);
  const two = flights.run('a', second.signal, work);
  first.abort();
  await expect(one).rejects.toMatchObject({ name: 'AbortError' });
  expect(signal?.aborted).toBe(false);
  finish('done');
  expect(await two).toBe('done');
  const third = new AbortController();
  const three = flights.run('a', third.signal, work);
  third.abort();
  await expect(three).rejects.toMatchObject({ name: 'AbortError' });
  expect(signal?.aborted).toBe(true);
});

test('a failure reaches everybody, and is not kept', async () => {
  const flights = new SingleFlight<string>();
  const fail = () => Promise.reject(new Error('no'));
  const both = await Promise.allSettled([
    flights.run('a', stays, fail),
    flights.run('a', stays, fail),
  ]);
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  expect(await flights.run('a', stays, () => Promise.resolve('yes'))).toBe('yes');
});
