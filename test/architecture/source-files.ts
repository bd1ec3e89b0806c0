import { readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The checkout. */
export const root: string = dirname(dirname(dirname(fileURLToPath(import.meta.url))));

/** Folders of what is built or installed. */
const built = new Set(['node_modules', 'dist', '.tsbuild']);

/** Source files below a folder of the checkout, without tests. */
export function sourceFiles(folder: string): string[] {
  const found: string[] = [];
  const walk = (path: string): void => {
    if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) return;
    for (const entry of readdirSync(path, { withFileTypes: true })) {
      const child = join(path, entry.name);
      if (entry.isDirectory() && !built.has(entry.name)) walk(child);
      else if (/\.tsx?$/.test(entry.name) && !/\.test\.tsx?$/.test(entry.name)) found.push(child);
    }
  };
  walk(join(root, folder));
  return found;
}

/** What a file imports, statically or dynamically. */
export function importsOf(file: string): string[] {
  const text = readFileSync(file, 'utf8');
  const pattern = /(?:\bfrom|\bimport)\s*\(?\s*'([^']+)'/g;
  return [...text.matchAll(pattern)].map(([, specifier]) => specifier ?? '');
}

/** The code of a file without its comments and texts: for looking for calls. */
export function codeOf(file: string): string {
  return readFileSync(file, 'utf8')
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/^\s*\/\/.*$/gm, '')
    .replace(/'(?:[^'\\\n]|\\.)*'/g, "''");
}
