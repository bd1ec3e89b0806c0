import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { referencePages } from '../../scripts/reference/pages.ts';
import { root } from '../architecture/source-files.ts';

test.each(referencePages().map((page) => [page.path, page] as const))(
  '%s is what the code says (npm run docs)',
  (path, { text }) => {
    const file = join(root, path);
    expect(existsSync(file) ? readFileSync(file, 'utf8') : '').toBe(text);
  },
);
