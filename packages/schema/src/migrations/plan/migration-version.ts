import { parseMigrationName } from './migration-file.ts';

const timestamp = /^(\d{4})(\d{2})(\d{2})(\d{2})(\d{2})(\d{2})$/;

/** `20260131235959`: a moment in UTC as the version of a migration. */
function versionOf(milliseconds: number): string {
  return new Date(milliseconds).toISOString().slice(0, 19).replaceAll(/\D/g, '');
}

/**
 * The version for a new migration: now, or a second behind the newest one where that lies in the future. A
 * replay then applies the new one last, as it happened.
 */
export function nextVersion(
  now: number,
  fileNames: readonly string[],
  recorded: readonly string[],
): string {
  const known = [
    ...fileNames.map((fileName) => parseMigrationName(fileName)?.version ?? ''),
    ...recorded,
  ];
  const newest = known
    .filter((version) => timestamp.test(version))
    .sort()
    .at(-1);
  const current = versionOf(now);
  if (newest === undefined || newest < current) return current;
  const [, year, month, day, hour, minute, second] = timestamp.exec(newest) ?? [];
  const moment = Date.UTC(
    Number(year),
    Number(month) - 1,
    Number(day),
    Number(hour),
    Number(minute),
    Number(second) + 1,
  );
  const next = versionOf(moment);
  // 99999999999999 is no moment: the calendar cannot go on from there.
  return next > newest ? next : current;
}

/** Longest name of a migration, in characters. */
const longestName = 60;

/** What may stand in a file name, of what the change is called: `create_table_notes`. */
export function fileSlug(name: string): string {
  const slug = name
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '_')
    .slice(0, longestName)
    .replaceAll(/^_+|_+$/g, '');
  return slug === '' ? 'change' : slug;
}
