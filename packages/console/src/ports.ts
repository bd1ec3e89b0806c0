import type { Claims } from '@plinth/kernel';
import type { Database } from '@plinth/postgres';
import type { ProjectFiles } from '@plinth/schema';
import type { FileFailure, NewFileJob } from './api/file-jobs.ts';
import type { Member } from './api/members.ts';
import type { ProjectSecrets } from './api/projects.ts';
import type {
  RealtimeChannels,
  RealtimeClients,
  RealtimeStatus,
  TopicRights,
} from './api/realtime.ts';

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
  /** Null where the project has no Storage API. */
  readonly storage: ProjectStorage | null;
  /** Null where the project has no Realtime. */
  readonly realtime: ProjectRealtime | null;
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

/** Realtime of a project as it is; the server implements it with the Realtime service. */
export interface ProjectRealtime {
  /** Throws ConnectionError where Postgres cannot be asked. */
  status(): Promise<RealtimeStatus>;
  clients(search: {
    readonly search: string;
    readonly limit: number;
    readonly before: number | undefined;
  }): RealtimeClients;
  channels(search: { readonly search: string; readonly limit: number }): RealtimeChannels;
  /** What the policies let the bearer of these claims (`role` among them) do on a private topic. Throws AppError. */
  rights(claims: Claims, topic: string): Promise<TopicRights>;
}

/** The files of a project's buckets; the server implements it with the Storage service. */
export interface ProjectStorage {
  /**
   * Deletes or moves files with the rights of a member who may write, batch after batch as they are asked for. Throws
   * AppError of the Storage API where it cannot go on; ends early where the signal aborts.
   */
  change(change: NewFileJob, run: FileChangeRun): AsyncIterable<FileChangeStep>;
}

export interface FileChangeRun {
  readonly member: Pick<Member, 'id' | 'email'>;
  /** In log lines. */
  readonly id: string;
  readonly signal: AbortSignal;
  /** Where an earlier run ended; null: at the beginning. */
  readonly position: FilePosition | null;
}

/** How far a change is: kept with its job, so that another run goes on there. */
export interface FilePosition {
  /** What came later below a folder stays as it is. ISO 8601. */
  readonly asOf: string;
  /** Index in `names`. */
  readonly index: number;
  /** The last file done below that name. */
  readonly after: string;
}

/** Files counted so far, at last all of them, then what became of each batch. */
export type FileChangeStep =
  | { readonly kind: 'counting'; readonly found: number }
  | { readonly kind: 'counted'; readonly found: number; readonly position: FilePosition }
  | {
      readonly kind: 'batch';
      readonly done: number;
      readonly failures: readonly FileFailure[];
      readonly position: FilePosition;
    };
