import type { Database } from '@plinth/postgres';
import type { ProjectFiles } from '@plinth/schema';
import type { ProjectSecrets } from './api/projects.ts';

/** Makes the accounts that members sign in with; the server implements it with the control project's Auth. */
export interface MemberAccounts {
  /**
   * Makes a confirmed account and gives its id in `auth.users`. Throws AppError (weak password, e-mail
   * address taken…), which reaches the caller as it is.
   */
  createAccount(account: NewAccount): Promise<string>;
  /** Removes an account that has just been made: its member could not be written. */
  deleteAccount(id: string): Promise<void>;
}

export interface NewAccount {
  readonly email: string;
  readonly password: string;
  readonly name: string;
}

/** The projects of this server. */
export interface Projects {
  /** In the order in which Studio lists them. */
  list(): readonly ProjectHandle[];
  get(ref: string): ProjectHandle | undefined;
}

/** What the console needs of one project. */
export interface ProjectHandle {
  readonly ref: string;
  readonly name: string;
  /** Logged in as `postgres`: everything that members with a writing role do. */
  readonly owner: Database;
  /** Logged in as `authenticator`: what viewers read, as `service_role`. */
  readonly api: Database;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
  /** Where schema changes are written down; null where the project has no folder on this server. */
  readonly files: ProjectFiles | null;
  readonly publishableKey: string;
  readonly anonKey: string;
  /** As the client reaches them, who reached the console at `baseUrl` (no trailing slash). */
  urls(baseUrl: string): ProjectUrls;
  /** Asked for when a member with the right to it reveals them. */
  secrets(): ProjectSecrets;
}

export interface ProjectUrls {
  /** Base URL for supabase-js. */
  readonly url: string;
  readonly mailUrl: string;
}
