import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The checkout. */
export const root: string = dirname(dirname(import.meta.dirname));

/** The migrations of an example as one script, in their order. */
export function migrationsOf(example: string): string {
  const folder = join(root, 'examples', example, 'supabase', 'migrations');
  const files = readdirSync(folder).filter((name) => name.endsWith('.sql'));
  return files
    .sort()
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .join('\n');
}
