import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SharpMissing, WorkerProcess, WorkerUnavailable } from './worker-process.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'plinth-worker-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

test('where there is no sharp the worker says so', async () => {
  const path = join(folder, 'image-worker.mjs');
  copyFileSync(join(import.meta.dirname, 'image-worker.mjs'), path);
  await expect(WorkerProcess.start(path)).rejects.toBeInstanceOf(SharpMissing);
});

test("a worker that does not start is nobody's bad image", async () => {
  const path = join(folder, 'broken.mjs');
  writeFileSync(path, 'process.exit(1)');
  await expect(WorkerProcess.start(path)).rejects.toBeInstanceOf(WorkerUnavailable);
  await expect(WorkerProcess.start(join(folder, 'absent.mjs'))).rejects.toBeInstanceOf(
    WorkerUnavailable,
  );
});

test('a worker knows nothing of the environment', async () => {
  const path = join(folder, 'environment.mjs');
  writeFileSync(
    path,
    'process.send({ ready: Object.keys(process.env).every((name) => /^(MALLOC|VIPS|NODE_CHANNEL)/.test(name)) })',
  );
  const worker = await WorkerProcess.start(path);
  worker.kill();
});
