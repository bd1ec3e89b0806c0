import type { AuthService } from '@plinth/auth';
import type { DataService } from '@plinth/data';
import type { RealtimeService } from '@plinth/realtime';
import type { StorageService } from '@plinth/storage';
import type { CallerResolver } from '../gateway/caller-resolver.ts';
import type { RateLimiter } from '../gateway/rate-limiter.ts';
import type { ProjectKeys } from '../secrets/project-keys.ts';
import type { ProjectDatabases } from './project-databases.ts';

/** The project that users call theirs on a server that hosts one. */
export const defaultRef = 'default';

/** The project that Plinth itself uses: members, roles, audit log. */
export const controlRef = 'control';

/** One backend at work: its database, its keys, its services. */
export interface Project {
  readonly ref: string;
  readonly name: string;
  readonly keys: ProjectKeys;
  readonly databases: ProjectDatabases;
  readonly callers: CallerResolver;
  readonly limiter: RateLimiter;
  readonly auth: AuthService;
  /** The control project has no Data API: nobody but the console reads its tables. */
  readonly data: DataService | undefined;
  /** Absent where it is switched off, and in the control project. */
  readonly storage: StorageService | undefined;
  /** Likewise. */
  readonly realtime: RealtimeService | undefined;
  /** Milliseconds since 1970. */
  readonly startedAt: number;
}
