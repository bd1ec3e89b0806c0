// npm run lock: brings package-lock.json up to date with the manifests, for every platform.
import { completeLock } from './lib/lockfile.mjs';
import { run } from './lib/run.mjs';

const status = await run('npm', ['install', '--package-lock-only', '--no-audit', '--no-fund']);
if (status !== 0) process.exit(status);
const added = completeLock();
process.stderr.write(`package-lock.json is complete (${added.length} entries added by hand)\n`);
