import { setTimeout as wait } from 'node:timers/promises';
import type { Clock, Logger } from '@plinth/kernel';
import type { NewFileJob } from '../api/file-jobs.ts';
import { consoleError } from '../errors/console-errors.ts';
import type { ConsoleLimits } from '../limits.ts';
import type { ProjectContext } from '../members/member-context.ts';
import type { MemberStore } from '../members/member-store.ts';
import { mayDo, projectRole } from '../members/permissions.ts';
import type { ProjectHandle, ProjectStorage, Projects } from '../ports.ts';
import {
  canRetry,
  type FileJobRecord,
  type FileJobSummary,
  isUnderWay,
  newFileJob,
  retriedFileJob,
} from './file-job.ts';
import { FileJobRun } from './file-job-run.ts';
import type { FileJobStore } from './file-job-store.ts';

export interface FileJobsOptions {
  readonly store: FileJobStore;
  readonly members: MemberStore;
  readonly projects: Projects;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly limits: ConsoleLimits;
}

/** The jobs on files: those that run in this process, and what the control database knows of the others. */
export class FileJobs {
  readonly #options: FileJobsOptions;
  readonly #runs = new Map<string, FileJobRun>();
  /** Projects of jobs that are about to run. */
  readonly #places: string[] = [];
  #isClosed = false;

  constructor(options: FileJobsOptions) {
    this.#options = options;
  }

  /** Takes up the jobs that the end of a server has interrupted. */
  async resume(): Promise<void> {
    const { store, clock, limits, projects } = this.#options;
    await store.forget(clock.now() - limits.fileJobLife, limits.fileJobsKept);
    for (const job of await store.interrupted()) {
      const storage = projects.get(job.projectRef)?.storage ?? null;
      const isHopeless = storage === null || job.interruptions >= limits.fileJobStarts;
      if (isHopeless) {
        await store.save({ ...job, state: 'interrupted', endedAt: job.endedAt ?? clock.now() });
      } else {
        // Written down before anything is done, for the case that the job is what ends the server.
        const taken: FileJobRecord = {
          ...job,
          state: 'listing',
          interruptions: job.interruptions + 1,
          endedAt: null,
        };
        await store.save(taken);
        this.#run(taken, storage);
      }
    }
  }

  /** Begins a job, and gives it as it is when it has ended or a moment later. Throws AppError `storage_off`, `too_many_jobs`. */
  async start({ project, member }: ProjectContext, change: NewFileJob): Promise<FileJobRecord> {
    const { store, clock, limits } = this.#options;
    const storage = storageOf(project);
    const of = { projectRef: project.ref, memberId: member.id, memberEmail: member.email };
    const run = await this.#inPlace(project.ref, async () => {
      await store.forget(clock.now() - limits.fileJobLife, limits.fileJobsKept);
      const job = newFileJob(change, of, clock.now());
      const id = await store.add(job);
      return this.#run({ ...job, id }, storage);
    });
    return this.#aMomentLater(run);
  }

  /** The latest jobs of a project, as they are now. */
  async list(projectRef: string): Promise<readonly FileJobSummary[]> {
    const { store, clock, limits } = this.#options;
    const jobs = await store.list(projectRef, limits.fileJobs + limits.fileJobsKept);
    const oldest = clock.now() - limits.fileJobLife;
    return jobs
      .map((job) => this.#now(job))
      .filter(({ endedAt }) => endedAt === null || endedAt >= oldest);
  }

  /** Throws AppError `job_not_found`. */
  async find(projectRef: string, id: string): Promise<FileJobRecord> {
    const job = await this.#options.store.find(projectRef, id);
    if (job === undefined) throw consoleError('job_not_found');
    return this.#runs.get(id)?.job ?? this.#now(job);
  }

  /** Resolves when the job has ended; at once where it has already. */
  async stop({ id }: FileJobRecord): Promise<void> {
    await this.#runs.get(id)?.stop('stopped');
  }

  /**
   * Goes on with a job that has left something undone, as the member who began it. Throws AppError `job_running`,
   * `job_done`, `storage_off` or `too_many_jobs`.
   */
  async retry({ project }: ProjectContext, { id }: FileJobRecord): Promise<FileJobRecord> {
    const { store, clock } = this.#options;
    const storage = storageOf(project);
    const run = await this.#inPlace(project.ref, async () => {
      const job = await this.#ended(project.ref, id);
      if (!canRetry(job)) throw consoleError('job_done');
      const retried = retriedFileJob(job, clock.now());
      await store.save(retried, retried.names);
      // Of two retries at the same moment one begins it.
      if (this.#runs.has(id)) throw consoleError('job_running');
      return this.#run(retried, storage);
    });
    return this.#aMomentLater(run);
  }

  /** Forgets a job. Throws AppError `job_running`. */
  async dismiss(projectRef: string, { id }: FileJobRecord): Promise<void> {
    await this.#ended(projectRef, id);
    await this.#options.store.remove(id);
  }

  /** Lets the batches under way end; the jobs go on after the next start. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all([...this.#runs.values()].map((run) => run.stop('interrupted')));
  }

  async #ended(projectRef: string, id: string): Promise<FileJobRecord> {
    const job = await this.find(projectRef, id);
    if (this.#runs.has(id)) throw consoleError('job_running');
    return job;
  }

  #run(job: FileJobRecord, storage: ProjectStorage): FileJobRun {
    const { store, clock, logger, limits } = this.#options;
    const checkMember = (of: FileJobRecord): Promise<void> => this.#checkMember(of);
    const run = new FileJobRun(job, { store, storage, checkMember, clock, logger, limits });
    this.#runs.set(job.id, run);
    void run.ended.then(() => this.#runs.delete(job.id));
    if (this.#isClosed) void run.stop('interrupted');
    return run;
  }

  /** A few files are done before anybody would have asked again. */
  async #aMomentLater(run: FileJobRun): Promise<FileJobRecord> {
    await Promise.race([run.ended, wait(this.#options.limits.fileJobMoment)]);
    return run.job;
  }

  /** Keeps one of the project's places while a job is begun. */
  async #inPlace<T>(ref: string, begin: () => Promise<T>): Promise<T> {
    const running = [...this.#runs.values()].filter(({ job }) => job.projectRef === ref).length;
    const beginning = this.#places.filter((place) => place === ref).length;
    if (running + beginning >= this.#options.limits.fileJobs) throw consoleError('too_many_jobs');
    this.#places.push(ref);
    try {
      return await begin();
    } finally {
      this.#places.splice(this.#places.indexOf(ref), 1);
    }
  }

  async #checkMember({ memberId, projectRef }: FileJobRecord): Promise<void> {
    const member = await this.#options.members.find(memberId, projectRef);
    if (member === undefined) throw consoleError('not_a_member');
    const role = projectRole(member.role, member.givenRole);
    if (role === undefined || !mayDo(role, 'files.change')) throw consoleError('role_required');
  }

  /** A job that is to go on and does not run here was left by a process that has ended. */
  #now<T extends FileJobSummary>(job: T): T {
    const run = this.#runs.get(job.id);
    if (run !== undefined) return { ...job, ...run.job };
    return isUnderWay(job) ? { ...job, state: 'interrupted' } : job;
  }
}

function storageOf({ storage }: ProjectHandle): ProjectStorage {
  if (storage === null) throw consoleError('storage_off');
  return storage;
}
