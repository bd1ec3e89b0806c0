import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root, run } from './run.mjs';

const stampFile = join(root, 'node_modules', '.plinth-install');

/** Changes whenever an install has something to do. */
function stamp() {
  const lock = readFileSync(join(root, 'package-lock.json'));
  return createHash('sha256')
    .update(lock)
    .update(`${process.platform}-${process.arch}-${process.versions.modules}`)
    .digest('hex');
}

/** Installs the dependencies of the lockfile where they are missing or older than it. */
export async function ensureInstalled() {
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp()) return;
  process.stderr.write('Installing dependencies (npm ci)\n');
  const npm = process.env.npm_execpath;
  const args = ['ci', '--no-audit', '--no-fund', '--loglevel=error'];
  const status =
    npm?.endsWith('.js') === true
      ? await run(process.execPath, [npm, ...args])
      : await run('npm', args);
  if (status !== 0) {
    throw new Error('npm ci failed; its own words stand above. Is the npm registry reachable?');
  }
  writeFileSync(stampFile, stamp());
}
