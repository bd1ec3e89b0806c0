import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { beforeAll, expect, test } from 'vitest';

/** Bytes of script after gzip that a first page may ask for. */
const budget = 200_000;
const dist = join(import.meta.dirname, '..', 'dist');
const assets = join(dist, 'assets');

beforeAll(() => {
  if (!existsSync(join(dist, 'index.html')))
    throw new Error('Studio has not been built: run npm run build first');
});

/** Scripts that the page names itself: the entry, what it preloads, what runs before the first paint. */
function scriptsOfPage(): string[] {
  const page = readFileSync(join(dist, 'index.html'), 'utf8');
  return [...page.matchAll(/(?:src|href)="\/studio\/([^"]+\.js)"/g)].map(([, path = '']) => path);
}

/** The scripts with all that they import statically. */
function withImports(paths: readonly string[]): Set<string> {
  const found = new Set<string>();
  const visit = (path: string): void => {
    if (found.has(path)) return;
    found.add(path);
    const code = readFileSync(join(dist, path), 'utf8');
    for (const [, name = ''] of code.matchAll(/\b(?:from|import)\s*"\.\/([^"]+\.js)"/g))
      visit(`assets/${name}`);
  };
  for (const path of paths) visit(path);
  return found;
}

/** The chunk of a page that is loaded when its route is. */
function chunkOf(page: string): string {
  const names = readdirSync(assets).filter((name) => name.startsWith(page) && name.endsWith('.js'));
  expect(names, `chunks of ${page}`).toHaveLength(1);
  return `assets/${names[0]}`;
}

const sizeOf = (paths: Iterable<string>): number =>
  [...paths].reduce(
    (sum, path) => sum + gzipSync(readFileSync(join(dist, path)), { level: 9 }).length,
    0,
  );

test.each(['setup-page', 'sign-in-page', 'home-page'])(
  'a first visit that leads to %s loads at most 200 kB of script',
  (page) => {
    const scripts = withImports([...scriptsOfPage(), chunkOf(page)]);
    expect(scripts.size).toBeGreaterThan(3);
    expect(sizeOf(scripts)).toBeLessThanOrEqual(budget);
  },
);

test('the library of Realtime waits until there is something to listen to', () => {
  for (const path of withImports([...scriptsOfPage(), chunkOf('home-page'), chunkOf('table-page')]))
    expect(readFileSync(join(dist, path), 'utf8'), path).not.toContain('phx_join');
});

test('the SQL editor and the grid wait until they are needed', () => {
  const first = withImports([...scriptsOfPage(), chunkOf('home-page')]);
  expect(first).not.toContain(chunkOf('sql-editor'));
  expect(first).not.toContain(chunkOf('data-grid'));
});
