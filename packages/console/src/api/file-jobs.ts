/** A name to change: of a file, or (with a slash at its end) of a folder with all that lies below. */
export interface FileName {
  readonly from: string;
  /** Its new name, for a folder what takes the place of `from` in each name; null: deleted. */
  readonly to: string | null;
}

/**
 * POST /console/v1/projects/:ref/storage/jobs: deletes or moves files; the work goes on on the server, whoever looks.
 * Answers the FileJob (201), which may have ended by then. What is added to a folder later than that stays as it is.
 */
export interface NewFileJob {
  readonly bucket: string;
  /** The bucket that the files go to, which may be the same; null: they are deleted. */
  readonly target: string | null;
  /** 1…10,000, worked through in this order. Moved folders need a `to` that is empty or ends in a slash. */
  readonly names: readonly FileName[];
}

/**
 * `listing`: it counts. `failed`: it could not go on, see `error`. `interrupted`: the server ended meanwhile; it goes
 * on by itself after a start, but for one that was interrupted again and again.
 */
export type FileJobState = 'listing' | 'running' | 'done' | 'stopped' | 'failed' | 'interrupted';

/** GET /console/v1/projects/:ref/storage/jobs: those of all members, the latest first. */
export interface FileJob {
  readonly id: string;
  readonly bucket: string;
  readonly target: string | null;
  /** The first of the names, and how many there are. */
  readonly first: FileName;
  readonly names: number;
  readonly state: FileJobState;
  /** Files; while `listing`, as many as were found so far. */
  readonly total: number;
  readonly done: number;
  readonly failed: number;
  /** Why it has failed as a whole. */
  readonly error: FileJobError | null;
  /** E-mail address of the member who started it. */
  readonly member: string;
  readonly mine: boolean;
  /** True where whoever asks may stop, retry and dismiss it. */
  readonly mayChange: boolean;
  readonly startedAt: string;
  readonly updatedAt: string;
  readonly endedAt: string | null;
}

export interface FileJobError {
  readonly code: string;
  readonly message: string;
}

/** A file that a job could not do. */
export interface FileFailure extends FileName, FileJobError {}

/** GET …/storage/jobs/:id: with the first 500 files that failed. */
export interface FileJobDetails extends FileJob {
  readonly failures: readonly FileFailure[];
}
