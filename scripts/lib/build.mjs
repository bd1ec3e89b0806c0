import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { root } from './run.mjs';

/** Parts that are built: the folders they are built from, and the file that proves the build. */
const parts = {
  cli: {
    inputs: ['packages', 'package-lock.json', 'scripts/lib/build.mjs', 'scripts/lib/bundle.mjs'],
    stamp: 'packages/cli/dist/.stamp',
    build: () => import('./bundle.mjs').then(({ bundleCli }) => bundleCli()),
  },
  studio: {
    inputs: ['apps/studio', 'packages/console/src/api', 'package-lock.json'],
    stamp: 'apps/studio/dist/.stamp',
    build: () => import('./bundle.mjs').then(({ buildStudio }) => buildStudio()),
  },
};

const ignored = new Set(['node_modules', 'dist', '.tsbuild', '.plinth']);

function* filesOf(path) {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats === undefined) return;
  if (!stats.isDirectory()) {
    yield { path, stats };
    return;
  }
  for (const name of readdirSync(path).sort()) {
    if (!ignored.has(name) && !/\.test\.tsx?$/.test(name)) yield* filesOf(join(path, name));
  }
}

/** Changes with every file that goes into the part. */
function fingerprint(inputs) {
  const hash = createHash('sha256');
  for (const input of inputs) {
    for (const { path, stats } of filesOf(join(root, input))) {
      hash.update(`${relative(root, path)} ${stats.size} ${stats.mtimeMs}\n`);
    }
  }
  return hash.digest('hex');
}

/** Builds what is missing or older than its sources. */
export async function ensureBuilt({ force = false } = {}) {
  await Promise.all(
    Object.entries(parts).map(async ([name, { inputs, stamp, build }]) => {
      const file = join(root, stamp);
      const wanted = fingerprint(inputs);
      if (!force && existsSync(file) && readFileSync(file, 'utf8') === wanted) return;
      process.stderr.write(`Building ${name}\n`);
      await build();
      writeFileSync(file, wanted);
    }),
  );
}
