// npm run docs: writes the reference pages from the tables in the code.
import { join } from 'node:path';
import { bundleReference } from './lib/bundle.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { root, run } from './lib/run.mjs';

await ensureInstalled();
const program = await bundleReference();
process.exitCode = await run(process.execPath, [join(root, program), root]);
