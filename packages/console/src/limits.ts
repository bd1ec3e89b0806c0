/** Bounds of what the console does for a member; a server may set them otherwise. */
export interface ConsoleLimits {
  /** Milliseconds that a window of rows may take. */
  readonly windowTimeout: number;
  /** Milliseconds that the total of a first window may take before the planner's estimate is shown. */
  readonly totalTimeout: number;
  /** Milliseconds that an exact count may take. */
  readonly countTimeout: number;
  /** Milliseconds that a change of rows may take. */
  readonly writeTimeout: number;
  /** Milliseconds that one statement of the SQL editor may take, unless its script sets another limit. */
  readonly statementTimeout: number;
  /** Milliseconds after which a whole run is cancelled, whatever its script sets. */
  readonly runTimeout: number;
  /** Runs of the SQL editor that a member may have at a time, and that all members may have. */
  readonly runsPerMember: number;
  readonly runs: number;
  /** Jobs on files that a project may have under way, and ended ones that are remembered. */
  readonly fileJobs: number;
  readonly fileJobsKept: number;
  /** Milliseconds that ended ones are remembered. */
  readonly fileJobLife: number;
  /** Milliseconds that the start of a job waits for its end. */
  readonly fileJobMoment: number;
  /** Milliseconds between two times that a job writes down how far it is. */
  readonly fileJobPause: number;
  /** Starts of the server after which a job that does not get on is no longer taken up. */
  readonly fileJobStarts: number;
}

export const defaultLimits: ConsoleLimits = {
  windowTimeout: 5_000,
  totalTimeout: 1_000,
  countTimeout: 60_000,
  writeTimeout: 30_000,
  statementTimeout: 60_000,
  runTimeout: 3_600_000,
  runsPerMember: 4,
  runs: 16,
  fileJobs: 4,
  fileJobsKept: 50,
  fileJobLife: 7 * 86_400_000,
  fileJobMoment: 150,
  fileJobPause: 1_000,
  fileJobStarts: 3,
};
