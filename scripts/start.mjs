// npm start: installs and builds what is missing, then runs `plinth start` in this process.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensureBuilt } from './lib/build.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { root } from './lib/run.mjs';

await ensureInstalled();
await ensureBuilt();
process.argv.splice(2, 0, 'start');
await import(pathToFileURL(join(root, 'packages/cli/dist/plinth.mjs')).href);
