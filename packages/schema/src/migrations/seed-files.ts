import { createHash } from 'node:crypto';
import { posix } from 'node:path';
import type { ProjectFiles } from '../files/project-files.ts';
import type { SchemaWarning } from './plan/plan-migrations.ts';
import type { SourceFile } from './run-file.ts';

/** The seed that is looked for where the settings name none; that it is missing is no news. */
const usualPath = './seed.sql';

export interface SeedFile extends SourceFile {
  /** Hex SHA-256 of its text. */
  readonly hash: string;
}

/** The seed files that the patterns name (relative to supabase/), each once, in the order of the patterns. */
export async function findSeeds(
  files: ProjectFiles,
  patterns: readonly string[],
  warn: (warning: SchemaWarning) => void,
): Promise<readonly string[]> {
  const paths = new Set<string>();
  for (const pattern of patterns) {
    const found = await files.glob(posix.join('supabase', pattern));
    for (const path of found) paths.add(path);
    if (found.length === 0 && pattern !== usualPath) {
      warn({ code: 'seed_missing', message: `db.seed.sql_paths: no file matches ${pattern}` });
    }
  }
  return [...paths];
}

/** Reads a seed file; undefined where it has gone in between. */
export async function readSeed(files: ProjectFiles, path: string): Promise<SeedFile | undefined> {
  const text = await files.read(path);
  if (text === undefined) return undefined;
  return { path, text, hash: createHash('sha256').update(text).digest('hex') };
}
