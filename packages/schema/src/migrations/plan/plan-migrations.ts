import {
  isLegacyInitial,
  type MigrationFile,
  parseMigrationName,
  stemOf,
} from './migration-file.ts';

/** A row of the history. */
export interface RecordedMigration {
  readonly version: string;
  readonly name: string | null;
}

/** Something that is not as it should be, and does not stop anything. */
export interface SchemaWarning {
  readonly code:
    | 'not_a_migration'
    | 'legacy_initial'
    | 'duplicate_version'
    | 'out_of_order'
    | 'file_missing'
    | 'extension_unavailable'
    | 'role_exists'
    | 'seed_missing'
    | 'seed_changed';
  readonly message: string;
}

/** A migration to be applied, and the version it will be recorded under. */
export interface PendingMigration extends MigrationFile {
  readonly recordAs: string;
}

export interface MigrationPlan {
  readonly pending: readonly PendingMigration[];
  readonly warnings: readonly SchemaWarning[];
}

/** Decides which files are to be applied, in the order of their names. See DESIGN.md for the rules. */
export function planMigrations(
  fileNames: readonly string[],
  history: readonly RecordedMigration[],
): MigrationPlan {
  const warnings: SchemaWarning[] = [];
  const files = readNames([...fileNames].sort(), warnings);
  const recorded = new Map(history.map((row) => [row.version, row]));
  const applied = new Set<MigrationFile>();
  const claimed = new Set<string>();
  const groups = groupByVersion(files);
  for (const group of groups.values()) {
    markApplied(group, recorded, applied, claimed);
    if (group.length > 1) warnings.push(duplicate(group));
  }
  const pending = assignVersions(
    files.filter((file) => !applied.has(file)),
    recorded,
  );
  warnings.push(...orderWarnings(pending, history), ...missingFiles(history, claimed));
  return { pending, warnings };
}

function readNames(fileNames: readonly string[], warnings: SchemaWarning[]): MigrationFile[] {
  return fileNames.flatMap((fileName, index) => {
    if (!fileName.endsWith('.sql')) return [];
    const file = parseMigrationName(fileName);
    if (file === undefined) {
      const message = `${fileName} is not applied: a migration is named <version>_<name>.sql, the version in digits`;
      warnings.push({ code: 'not_a_migration', message });
      return [];
    }
    if (index === 0 && isLegacyInitial(fileName)) {
      const message = `${fileName} is not applied: it is a dump of the platform's own schemas. Rename it to apply it`;
      warnings.push({ code: 'legacy_initial', message });
      return [];
    }
    return [file];
  });
}

function groupByVersion(files: readonly MigrationFile[]): Map<string, MigrationFile[]> {
  const groups = new Map<string, MigrationFile[]>();
  for (const file of files) {
    const group = groups.get(file.version);
    if (group === undefined) groups.set(file.version, [file]);
    else group.push(file);
  }
  return groups;
}

/**
 * A row under a file's whole name is that file's. The row under the bare version is the file's of the same
 * name; where none has its name (it was renamed, or an older tool left the name out) the first one's that
 * has no row of its own.
 */
function markApplied(
  group: readonly MigrationFile[],
  recorded: ReadonlyMap<string, RecordedMigration>,
  applied: Set<MigrationFile>,
  claimed: Set<string>,
): void {
  const without: MigrationFile[] = [];
  for (const file of group) {
    if (recorded.has(stemOf(file))) {
      applied.add(file);
      claimed.add(stemOf(file));
    } else without.push(file);
  }
  const version = group[0]?.version ?? '';
  const row = recorded.get(version);
  if (row === undefined) return;
  const owner = without.find(({ name }) => name === row.name) ?? without[0];
  if (owner !== undefined) applied.add(owner);
  claimed.add(version);
}

function assignVersions(
  files: readonly MigrationFile[],
  recorded: ReadonlyMap<string, RecordedMigration>,
): PendingMigration[] {
  const taken = new Set(recorded.keys());
  return files.map((file) => {
    const recordAs = taken.has(file.version) ? stemOf(file) : file.version;
    taken.add(recordAs);
    return { ...file, recordAs };
  });
}

function duplicate(group: readonly MigrationFile[]): SchemaWarning {
  const names = group.map(({ fileName }) => fileName).join(', ');
  return {
    code: 'duplicate_version',
    message: `${names} share the version ${group[0]?.version}: all are applied in the order of their names, the later ones recorded under their whole name. Give each its own version before using other tools`,
  };
}

function orderWarnings(
  pending: readonly PendingMigration[],
  history: readonly RecordedMigration[],
): SchemaWarning[] {
  const versions = history.map(({ version }) => version).sort();
  const last = versions.at(-1) ?? '';
  return pending
    .filter(({ version }) => version < last && !last.startsWith(version))
    .map(({ fileName }) => ({
      code: 'out_of_order',
      message: `${fileName} is older than the last migration applied (${last}) and is applied after it`,
    }));
}

/** Most versions that a warning lists. */
const mostListed = 10;

function missingFiles(
  history: readonly RecordedMigration[],
  claimed: ReadonlySet<string>,
): SchemaWarning[] {
  const missing = history.map(({ version }) => version).filter((version) => !claimed.has(version));
  if (missing.length === 0) return [];
  const listed = missing.slice(0, mostListed).join(', ');
  const more = missing.length > mostListed ? ` and ${missing.length - mostListed} more` : '';
  return [
    {
      code: 'file_missing',
      message: `The database has migrations that supabase/migrations has not: ${listed}${more}`,
    },
  ];
}
