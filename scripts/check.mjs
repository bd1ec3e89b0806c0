// npm run check: types, format and lint, dead code. The boundaries between packages are a test.
import { runChecks } from './lib/checks.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { runTool } from './lib/run.mjs';

await ensureInstalled();
const { failed } = await runChecks();
const boundaries = await runTool('vitest', ['run', 'test/architecture']);
if (boundaries !== 0) failed.push('boundaries');
process.exitCode = failed.length === 0 ? 0 : 1;
