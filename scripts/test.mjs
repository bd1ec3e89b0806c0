// npm test: installs and builds what is missing, checks, runs all tests, and ends with one line of counts.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureBuilt } from './lib/build.mjs';
import { runChecks } from './lib/checks.mjs';
import { ensureInstalled } from './lib/install.mjs';
import { runTool } from './lib/run.mjs';

const folder = mkdtempSync(join(tmpdir(), 'plinth-results-'));
const results = join(folder, 'results.json');

/** Counts of the test run; a run that broke off counts as one failure. */
function readResults(status) {
  try {
    const { numPassedTests, numFailedTests, numPendingTests, numTodoTests, testResults } =
      JSON.parse(readFileSync(results, 'utf8'));
    // A file that cannot even be loaded has no tests that could fail.
    const brokenFiles = testResults.filter(
      ({ status: outcome, assertionResults }) =>
        outcome === 'failed' && assertionResults.every((each) => each.status !== 'failed'),
    ).length;
    const failed = numFailedTests + brokenFiles;
    return {
      passed: numPassedTests,
      failed: failed === 0 && status !== 0 ? 1 : failed,
      skipped: numPendingTests + numTodoTests,
    };
  } catch {
    return { passed: 0, failed: 1, skipped: 0 };
  }
}

let passed = 0;
let failed = 0;
let skipped = 0;
try {
  await ensureInstalled();
  await ensureBuilt();
  const checks = await runChecks();
  const status = await runTool('vitest', [
    'run',
    // A machine busy with something else can break a deadline: such a test has a second try, which the report shows.
    '--retry=1',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${results}`,
    ...process.argv.slice(2),
  ]);
  const tests = readResults(status);
  passed = checks.passed + tests.passed;
  failed = checks.failed.length + tests.failed;
  skipped = tests.skipped;
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  failed += 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
process.stdout.write(`${passed} passed, ${failed} failed, ${skipped} skipped\n`);
process.exitCode = failed === 0 ? 0 : 1;
