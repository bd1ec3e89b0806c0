import { defineConfig } from 'vitest/config';
import { programsInSources } from './scripts/lib/program-text.mjs';

/** `.sql` files are imported as text, as the bundler does it. */
const sqlAsText = {
  name: 'sql-as-text',
  enforce: 'pre' as const,
  transform: (code: string, id: string) =>
    id.endsWith('.sql') ? { code: `export default ${JSON.stringify(code)}`, map: null } : null,
};

export default defineConfig({
  plugins: [sqlAsText, programsInSources],
  test: {
    include: ['{packages,apps,examples,bench,test}/**/*.test.{ts,tsx}'],
    globalSetup: ['test/setup/global-setup.ts'],
    setupFiles: ['test/setup/property-seed.ts'],
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 30_000,
    hookTimeout: 60_000,
    reporters: ['default'],
  },
});
