/** Folder of the migrations, relative to the project folder. */
export const migrationsFolder = 'supabase/migrations';

/** A migration as its file name tells of it. */
export interface MigrationFile {
  readonly fileName: string;
  /** The digits that the name begins with. */
  readonly version: string;
  readonly name: string;
}

/** `<version>_<name>.sql`; older generators wrote `<version>-<uuid>.sql`, which hosted Supabase ran too. */
const pattern = /^(\d+)[_-](.*)\.sql$/;

/** Undefined for a file that is no migration. */
export function parseMigrationName(fileName: string): MigrationFile | undefined {
  const match = pattern.exec(fileName);
  if (match === null) return undefined;
  const [, version = '', name = ''] = match;
  return { fileName, version, name };
}

/** Whole name without `.sql`: how a file is recorded whose version another file holds already. */
export function stemOf({ fileName }: MigrationFile): string {
  return fileName.slice(0, -'.sql'.length);
}

/** Path of a migration, relative to the project folder. */
export function migrationPath({ fileName }: Pick<MigrationFile, 'fileName'>): string {
  return `${migrationsFolder}/${fileName}`;
}

const initial = /^(\d{14})_init\.sql$/;

/** Before this day the CLI wrote a first `<version>_init.sql` of its own schemas, which it later left out. */
const initialUntil = '20211209000000';

/** True for a first file that is a dump of Supabase's own schemas. */
export function isLegacyInitial(fileName: string): boolean {
  const version = initial.exec(fileName)?.[1];
  return version !== undefined && version < initialUntil;
}
