import { ClusterError } from './cluster-error.ts';

/** Turns what initdb or the postmaster wrote before it gave up into a sentence. */
export function explainFailure(output: string, directory: string): ClusterError {
  const said = lastLines(output);
  if (/no space left on device|disk quota exceeded/i.test(output)) {
    return new ClusterError(
      'disk_full',
      `The disk of ${directory} is full. Free some space and start again; nothing is lost. Postgres said: ${said}`,
    );
  }
  if (/address already in use/i.test(output)) {
    return new ClusterError(
      'port_busy',
      'The database port is in use by another program. Choose another with --db-port, or --db-port 0 for any free one.',
    );
  }
  if (/read-only file system|permission denied/i.test(output)) {
    return new ClusterError(
      'not_writable',
      `Postgres may not write to ${directory}. Make it writable for the user that runs the server. Postgres said: ${said}`,
    );
  }
  if (
    /pre-existing shared memory block|another postmaster|another server might be running/i.test(
      output,
    )
  ) {
    return new ClusterError(
      'still_running',
      `Another Postgres still uses ${directory}. Stop it first. Postgres said: ${said}`,
    );
  }
  return new ClusterError(
    'start_failed',
    `Postgres did not start on ${directory}. It said: ${said}`,
  );
}

function lastLines(output: string): string {
  const lines = output
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  return lines.slice(-4).join(' | ') || 'nothing';
}
