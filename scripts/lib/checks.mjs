import { missingPlatformPackages } from './lockfile.mjs';
import { runTool } from './run.mjs';

/** A lock that lacks a platform's binaries is refused by `npm ci` wherever the registry lacks them too. */
function checkLock() {
  const missing = missingPlatformPackages();
  for (const { name } of missing) {
    process.stderr.write(`package-lock.json has no entry for ${name}: npm run lock\n`);
  }
  return missing.length;
}

/** What `npm run check` looks at, in order; each is one line of the summary. */
const checks = [
  { name: 'lockfile', run: checkLock },
  { name: 'types of the packages', run: () => runTool('tsc', ['-b']) },
  { name: 'types of the tests', run: () => runTool('tsc', ['-p', 'tsconfig.tests.json']) },
  { name: 'types of Studio', run: () => runTool('tsc', ['-p', 'apps/studio']) },
  { name: 'types of the example', run: () => runTool('tsc', ['-p', 'examples/team-notes']) },
  { name: 'format and lint', run: () => runTool('biome', ['check', '--error-on-warnings', '.']) },
  { name: 'dead code', run: () => runTool('knip', []) },
];

/** Runs the checks; gives how many passed and which failed. */
export async function runChecks() {
  const failed = [];
  for (const { name, run } of checks) {
    const status = await run();
    process.stderr.write(`${status === 0 ? '✓' : '✗'} ${name}\n`);
    if (status !== 0) failed.push(name);
  }
  return { passed: checks.length - failed.length, failed };
}
