import { link, mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join, relative, resolve, sep } from 'node:path';
import { schemaError } from '../errors.ts';
import { fixedFolder, globExpression, isPattern } from './glob.ts';
import type { ProjectFiles } from './project-files.ts';

/** Most files that a pattern may look at, and deepest folder below its fixed part. */
const walkLimits = { files: 10_000, depth: 10 };

/** Error codes of folders that cannot be written: then a change of the schema lives in the database alone. */
const readOnlyCodes = new Set(['EROFS', 'EACCES', 'EPERM']);

/** The project folder on this machine's disk. Paths that lead out of it are refused. */
export function diskProjectFiles(folder: string): ProjectFiles {
  const root = resolve(folder);
  const locate = (path: string): string => {
    const absolute = resolve(root, path);
    if (absolute === root || absolute.startsWith(root + sep)) return absolute;
    throw schemaError('outside_project', { message: `${path} lies outside of the project folder` });
  };
  return {
    list: (path) => listFiles(locate(path)),
    read: async (path) => decode(path, await readBytes(locate(path))),
    glob: async (pattern) => {
      locate(pattern);
      if (!isPattern(pattern)) {
        const file = await readBytes(locate(pattern));
        return file === undefined ? [] : [pattern];
      }
      const expression = globExpression(pattern);
      const found = await walk(locate(fixedFolder(pattern)), walkLimits.depth, []);
      return found
        .map((file) => relative(root, file).split(sep).join('/'))
        .filter((path) => expression.test(path))
        .sort();
    },
    create: (path, text) => createFile(locate(path), text),
    remove: (path) => rm(locate(path), { force: true }),
  };
}

async function listFiles(folder: string): Promise<readonly string[]> {
  try {
    const entries = await readdir(folder, { withFileTypes: true });
    return entries
      .filter((entry) => !entry.isDirectory())
      .map(({ name }) => name)
      .sort();
  } catch (error) {
    if (isMissing(error)) return [];
    throw error;
  }
}

async function readBytes(path: string): Promise<Buffer | undefined> {
  try {
    return await readFile(path);
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

/** Windows' tools write UTF-16 and byte order marks; Postgres takes neither. */
function decode(path: string, bytes: Buffer | undefined): string | undefined {
  if (bytes === undefined) return undefined;
  const encoding =
    bytes[0] === 0xff && bytes[1] === 0xfe
      ? 'utf-16le'
      : bytes[0] === 0xfe && bytes[1] === 0xff
        ? 'utf-16be'
        : 'utf-8';
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch (cause) {
    throw schemaError('not_text', { message: `${path} is not a text in UTF-8`, cause });
  }
}

async function walk(folder: string, depth: number, found: string[]): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: unknown) => {
    if (isMissing(error)) return [];
    throw error;
  });
  for (const entry of entries) {
    const path = join(folder, entry.name);
    if (!entry.isDirectory()) found.push(path);
    else if (depth > 0) await walk(path, depth - 1, found);
    if (found.length > walkLimits.files) throw schemaError('too_many_files');
  }
  return found;
}

/** Written aside, synced, then linked under its name: never half there, never over another file. */
async function createFile(path: string, text: string): Promise<'created' | 'exists' | 'read only'> {
  const aside = `${path}.new`;
  try {
    await mkdir(dirname(path), { recursive: true });
    const file = await open(aside, 'w');
    try {
      await file.writeFile(text);
      await file.sync();
    } finally {
      await file.close();
    }
    await linkOrRename(aside, path);
    await syncFolder(dirname(path));
    return 'created';
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') return 'exists';
    if (code !== undefined && readOnlyCodes.has(code)) return 'read only';
    throw error;
  } finally {
    await rm(aside, { force: true }).catch(() => {});
  }
}

/** File systems without hard links (some mounts) get a rename, which could replace a file made just then. */
async function linkOrRename(from: string, to: string): Promise<void> {
  try {
    await link(from, to);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code !== 'EPERM' && code !== 'ENOTSUP' && code !== 'ENOSYS') throw error;
    await rename(from, to);
  }
}

/** The name is durable once its folder is; not every file system lets a folder be synced. */
async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  await folder.sync().catch(() => {});
  await folder.close();
}

function isMissing(error: unknown): boolean {
  const { code } = error as NodeJS.ErrnoException;
  return code === 'ENOENT' || code === 'ENOTDIR' || code === 'EISDIR';
}
