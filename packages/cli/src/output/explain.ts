import { ConfigError } from '@plinth/config';
import { AppError } from '@plinth/kernel';
import { ClusterError } from '@plinth/postgres';
import { ServerError } from '@plinth/server';

/** What a person reads when a command fails: a sentence where the failure is theirs to mend. */
export function explain(error: unknown): string[] {
  if (!(error instanceof Error)) return [String(error)];
  if (isExpected(error)) return [error.message];
  return ['Something went wrong that should not have:', error.stack ?? error.message];
}

function isExpected(error: Error): boolean {
  const expected = [AppError, ClusterError, ConfigError, ServerError];
  if (expected.some((kind) => error instanceof kind)) return true;
  return (error as NodeJS.ErrnoException).code?.startsWith('ERR_PARSE_ARGS') === true;
}
