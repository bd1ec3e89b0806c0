import sharp from 'sharp';
import { afterEach, expect, test } from 'vitest';
import { PoolBusy, RenderTimeout, WorkerPool } from './worker-pool.ts';
import { SourceRefused, type WorkerProcess } from './worker-process.ts';

const never = new AbortController().signal;
let pool: WorkerPool;
afterEach(() => pool.close());

const picture = (side: number): Promise<Buffer> =>
  sharp({ create: { width: side, height: side, channels: 3, background: '#f80' } })
    .png()
    .toBuffer();

/** A promise and the way to resolve it. */
function gate(): { readonly passed: Promise<void>; open(): void } {
  let open = (): void => {};
  const passed = new Promise<void>((resolve) => {
    open = resolve;
  });
  return { passed, open };
}

test('no more than the bound work at once, the others wait their turn', async () => {
  pool = new WorkerPool({ atOnce: 2 });
  let running = 0;
  let most = 0;
  const work = async (start: () => Promise<WorkerProcess>): Promise<number> => {
    running += 1;
    most = Math.max(most, running);
    const { width } = await (await start()).inspect(await picture(20), 1_000);
    running -= 1;
    return width;
  };
  const widths = await Promise.all(Array.from({ length: 12 }, () => pool.run(never, work)));
  expect(widths).toEqual(Array.from({ length: 12 }, () => 20));
  expect(most).toBe(2);
});

test('what cannot wait is refused at once; who waits too long, later; who leaves, frees the place', async () => {
  pool = new WorkerPool({ atOnce: 1, waiting: 1, patience: 50 });
  const { passed, open } = gate();
  const first = pool.run(never, () => passed);
  const leaving = new AbortController();
  const second = pool.run(leaving.signal, () => Promise.resolve('ran'));
  await expect(pool.run(never, () => Promise.resolve())).rejects.toBeInstanceOf(PoolBusy);
  leaving.abort();
  await expect(second).rejects.toMatchObject({ name: 'AbortError' });
  await expect(pool.run(never, () => Promise.resolve())).rejects.toBeInstanceOf(PoolBusy);
  open();
  await first;
  expect(await pool.run(never, () => Promise.resolve('again'))).toBe('again');
});

test('a worker is killed where it takes too long, or where nobody waits any more', async () => {
  pool = new WorkerPool({ atOnce: 1, longest: 3_000 });
  const workers: WorkerProcess[] = [];
  const stuck = async (start: () => Promise<WorkerProcess>): Promise<never> => {
    workers.push(await start());
    return new Promise<never>((_, reject) => {
      const watch = setInterval(() => {
        if (workers.at(-1)?.ended !== true) return;
        clearInterval(watch);
        reject(new SourceRefused('the worker ended'));
      }, 5);
    });
  };
  await expect(pool.run(never, stuck)).rejects.toBeInstanceOf(RenderTimeout);
  const leaving = new AbortController();
  const left = pool.run(leaving.signal, stuck);
  await expect.poll(() => workers.length).toBe(2);
  leaving.abort();
  await expect(left).rejects.toMatchObject({ name: 'AbortError' });
  expect(workers.map(({ ended }) => ended)).toEqual([true, true]);
});

test('a file that is refused does not cost the worker, one that kills it does not cost the pool', async () => {
  pool = new WorkerPool({ atOnce: 1 });
  const used = new Set<WorkerProcess>();
  const inspect = (source: Buffer) =>
    pool.run(never, async (start) => {
      const worker = await start();
      used.add(worker);
      return worker.inspect(source, 10_000);
    });
  await expect(inspect(Buffer.from('nonsense'))).rejects.toBeInstanceOf(SourceRefused);
  await expect(inspect(await picture(200))).rejects.toThrow('pixel limit');
  expect((await inspect(await picture(30))).width).toBe(30);
  expect(used.size).toBe(1);
  const killed = pool.run(never, async (start) => {
    const worker = await start();
    worker.kill();
    return worker.inspect(await picture(30), 10_000);
  });
  await expect(killed).rejects.toBeInstanceOf(SourceRefused);
  expect((await inspect(await picture(30))).width).toBe(30);
});

test('unused workers end', async () => {
  pool = new WorkerPool({ idle: 10 });
  const worker = await pool.run(never, (start) => start());
  await expect.poll(() => worker.ended).toBe(true);
});
