// npm run bench: builds the server and the baselines, then measures them against each other.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { ensureBuilt } from './lib/build.mjs';
import { bundleBench } from './lib/bundle.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { root } from './lib/run.mjs';

await ensureInstalled();
await ensureBuilt();
await bundleBench();
await import(pathToFileURL(join(root, 'bench/dist/main.mjs')).href);
