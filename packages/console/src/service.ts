import type { Clock, Logger } from '@plinth/kernel';
import type { Database } from '@plinth/postgres';
import { FileJobStore } from './file-jobs/file-job-store.ts';
import { FileJobs } from './file-jobs/file-jobs.ts';
import { type ConsoleLimits, defaultLimits } from './limits.ts';
import { AuditLog } from './members/audit-log.ts';
import { MemberStore } from './members/member-store.ts';
import { OwnerSetup } from './members/owner-setup.ts';
import type { MemberAccounts, Projects } from './ports.ts';
import { SqlRuns } from './runs/sql-runs.ts';

export interface ConsoleOptions {
  /** The control database, logged in as `postgres`; has the tables of `consoleMigrations`. */
  readonly control: Database;
  readonly projects: Projects;
  readonly accounts: MemberAccounts;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Plinth's own version, for Studio's status. */
  readonly version: string;
  /** Base URL of the control project for a client that reached the console at `baseUrl`. */
  readonly controlUrl: (baseUrl: string) => string;
  /** Public key of the control project. */
  readonly controlKey: string;
  /** What POST /setup has to bring; null where the server listens on loopback only. */
  readonly setupToken: string | null;
  readonly limits?: Partial<ConsoleLimits>;
}

/** What Studio needs and the public API does not offer; one for all projects of a server. */
export class ConsoleService {
  readonly options: ConsoleOptions;
  readonly limits: ConsoleLimits;
  readonly members: MemberStore;
  readonly audit: AuditLog;
  readonly setup: OwnerSetup;
  readonly runs: SqlRuns;
  readonly fileJobs: FileJobs;

  constructor(options: ConsoleOptions) {
    this.options = options;
    this.limits = { ...defaultLimits, ...options.limits };
    this.members = new MemberStore(options.control);
    this.audit = new AuditLog(options.control, options.logger);
    this.setup = new OwnerSetup(this.members, this.audit, options.accounts, options.setupToken);
    this.runs = new SqlRuns(this.limits);
    const { projects, clock, logger } = options;
    const store = new FileJobStore(options.control);
    const { members, limits } = this;
    this.fileJobs = new FileJobs({ store, members, projects, clock, logger, limits });
  }

  /** Goes on with what the end of a server has interrupted. */
  async start(): Promise<void> {
    await this.fileJobs.resume();
  }

  /** Cancels the scripts that run; jobs on files end after their batch, and go on after the next start. */
  async close(): Promise<void> {
    await Promise.all([this.runs.close(), this.fileJobs.close()]);
  }
}
