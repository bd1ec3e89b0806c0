import { existsSync, readFileSync, symlinkSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

interface Link {
  readonly source: string;
  readonly target: string;
}

/**
 * Makes the links between library versions (`libpq.so.5` → `libpq.so.5.17`) that npm packages cannot
 * carry; the package's own install script does the same, but installs often run without scripts. False
 * where a link is missing that the programs need and the folder cannot be written.
 */
export function makeLibraryLinks(native: string): boolean {
  const links: Link[] = JSON.parse(readFileSync(join(native, 'pg-symlinks.json'), 'utf8'));
  return links.every(({ source, target }) => {
    const path = join(dirname(native), target);
    return existsSync(path) || tryLink(basename(source), path) || !isNeededToRun(target);
  });
}

function tryLink(source: string, path: string): boolean {
  try {
    symlinkSync(source, path);
    return true;
  } catch {
    // Another server that starts at the same moment may have made it first.
    return existsSync(path);
  }
}

/** Links without a version are for compilers; only those with one are looked up at run time. */
function isNeededToRun(target: string): boolean {
  return !/\.(so|dylib)$/.test(target) || /\.\d+\.dylib$/.test(target);
}
