import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Folder of the built Studio: beside the bundle in an installed package, in apps/studio in a checkout. */
export function studioFolder(): string {
  const here = dirname(fileURLToPath(import.meta.url));
  const installed = join(here, 'studio');
  return existsSync(installed) ? installed : join(here, '..', '..', '..', 'apps', 'studio', 'dist');
}
