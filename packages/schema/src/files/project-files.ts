/**
 * The files of a project folder, as far as the schema needs them. Paths are relative to the project folder,
 * with `/` between their parts: `supabase/migrations/20260101000000_notes.sql`.
 */
export interface ProjectFiles {
  /** Names of the files in a folder, sorted; empty where there is no such folder. */
  list(folder: string): Promise<readonly string[]>;
  /** Text of a file (UTF-8, or UTF-16 with a byte order mark); undefined where there is none. */
  read(path: string): Promise<string | undefined>;
  /** Paths of the files that a pattern of `*`, `**`, `?` and `[…]` matches, sorted. */
  glob(pattern: string): Promise<readonly string[]>;
  /** Makes a file, whole and durable; folders on the way are made too. */
  create(path: string, text: string): Promise<'created' | 'exists' | 'read only'>;
  /** Removes a file; nothing happens where there is none. */
  remove(path: string): Promise<void>;
}
