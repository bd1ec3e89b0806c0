import { readFileSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { expect, test } from 'vitest';
import { codeOf, root, sourceFiles } from './source-files.ts';

const serverFiles = sourceFiles('packages');
const studioFiles = sourceFiles(join('apps', 'studio', 'src'));
const allFiles = [...serverFiles, ...studioFiles];

/** Longest source file, in lines; a longer one needs a reason in docs/adr and an entry here. */
const longestFile = 400;
const longerWithReason: readonly string[] = [];

const isAdapter = (file: string): boolean =>
  file.includes('/adapters/') || file.includes('/testkit/');

/** Files of `files` whose code matches, as paths of the checkout. */
function matching(files: readonly string[], pattern: RegExp): string[] {
  return files.filter((file) => pattern.test(codeOf(file))).map((file) => relative(root, file));
}

test('files are short', () => {
  const long = allFiles
    .filter((file) => readFileSync(file, 'utf8').split('\n').length > longestFile)
    .map((file) => relative(root, file))
    .filter((file) => !longerWithReason.includes(file));
  expect(long).toEqual([]);
});

test('file names are kebab-case', () => {
  const odd = allFiles.filter((file) => !/^[a-z0-9-]+(\.[a-z]+)*\.tsx?$/.test(basename(file)));
  expect(odd).toEqual([]);
});

test('the clock, randomness, the environment, the console and fetch are asked in adapters only', () => {
  const files = serverFiles.filter((file) => !isAdapter(file));
  const forbidden =
    /\bDate\.now\(|\bnew Date\(\)|\bMath\.random\(|\bprocess\.env\b|(?<![.\w])console\.|(?<![.\w])fetch\(/;
  expect(matching(files, forbidden)).toEqual([]);
});

test('there is no any', () => {
  expect(matching(allFiles, /:\s*any\b|\bas any\b|<any>/)).toEqual([]);
});

test('SQL is not glued from strings: no template text in a call of the driver', () => {
  const files = serverFiles.filter((file) => !file.includes('/postgres/'));
  expect(matching(files, /\.query\(\s*`[^`]*\$\{/)).toEqual([]);
});
