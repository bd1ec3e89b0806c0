import { accessSync, constants, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { ServerError } from '../server-error.ts';

/** The user's project folder: their `supabase/` files, and `.plinth/`, where the server keeps its state. */
export class ProjectFolder {
  readonly path: string;

  constructor(path: string) {
    this.path = resolve(path);
  }

  get state(): string {
    return join(this.path, '.plinth');
  }

  get postgres(): string {
    return join(this.state, 'postgres');
  }

  get storage(): string {
    return join(this.state, 'storage');
  }

  get logs(): string {
    return join(this.state, 'logs');
  }

  get secrets(): string {
    return join(this.state, 'secrets.json');
  }

  get lock(): string {
    return join(this.state, 'server.lock');
  }

  /** The user's files: config.toml, migrations/, seed.sql, functions/. */
  get supabase(): string {
    return join(this.path, 'supabase');
  }

  /** Text of supabase/config.toml; undefined where there is none. */
  configToml(): string | undefined {
    try {
      return readFileSync(join(this.supabase, 'config.toml'), 'utf8');
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
      throw error;
    }
  }

  /** Makes `.plinth/` (mode 0700, ignored by git). Throws ServerError where it cannot. */
  prepare(): void {
    if (!statSync(this.path, { throwIfNoEntry: false })?.isDirectory()) {
      throw new ServerError(
        'no_folder',
        `There is no folder ${this.path}. Name the project folder with --dir.`,
      );
    }
    try {
      mkdirSync(this.state, { recursive: true, mode: 0o700 });
      mkdirSync(this.logs, { recursive: true, mode: 0o700 });
      accessSync(this.state, constants.W_OK);
      // The folder holds data and secrets: it ignores itself, whatever the project's own .gitignore says.
      writeFileSync(join(this.state, '.gitignore'), '*\n');
    } catch (cause) {
      throw new ServerError(
        'not_writable',
        `${this.state} cannot be written. Plinth keeps its database and its secrets there; make the folder ` +
          'writable, or name another project folder with --dir.',
        { cause },
      );
    }
  }
}
