import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const require = createRequire(import.meta.url);
const source = readFileSync(require.resolve('axe-core/axe.min.js'), 'utf8');

interface Violation {
  readonly id: string;
  readonly help: string;
  readonly nodes: readonly { readonly html: string; readonly failureSummary: string }[];
}

/**
 * Asserts that axe finds nothing on the page as it is now; `name` says in a failure which page it was. With `rules`
 * only those are asked.
 */
export async function assertAccessible(
  page: Page,
  name: string,
  rules?: readonly string[],
): Promise<void> {
  const options = { resultTypes: ['violations'], ...(rules !== undefined && { runOnly: rules }) };
  // Run by the debugger, not by a script element: a content security policy would not let that in.
  await page.evaluate(source);
  const violations = await page.evaluate<readonly Violation[]>(`
    Promise.allSettled(document.getAnimations().map(({ finished }) => finished))
      .then(() => axe.run(document, ${JSON.stringify(options)}))
      .then(({ violations }) => violations.map(({ id, help, nodes }) => ({
        id, help, nodes: nodes.map(({ html, failureSummary }) => ({ html, failureSummary })),
      })))`);
  if (violations.length === 0) return;
  const words = violations.map(
    ({ id, help, nodes }) =>
      `${id}: ${help}\n${nodes.map(({ html, failureSummary }) => `  ${html}\n  ${failureSummary}`).join('\n')}`,
  );
  throw new Error(`axe on ${name}:\n${words.join('\n')}`);
}
