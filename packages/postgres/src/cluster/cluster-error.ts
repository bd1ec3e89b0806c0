/** What keeps the embedded Postgres from running; the message says it in a sentence a person can act on. */
export type ClusterProblem =
  | 'binaries_missing'
  | 'other_major_version'
  | 'data_directory_unusable'
  | 'disk_full'
  | 'port_busy'
  | 'not_writable'
  | 'still_running'
  | 'start_failed';

export class ClusterError extends Error {
  readonly problem: ClusterProblem;

  constructor(problem: ClusterProblem, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'ClusterError';
    this.problem = problem;
  }
}
