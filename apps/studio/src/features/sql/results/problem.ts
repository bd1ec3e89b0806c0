import { tokenize } from '../guard/tokens.ts';
import type { RunOutcome } from './use-run.ts';

export interface Problem {
  /** Places in the draft. */
  readonly from: number;
  readonly to: number;
  readonly message: string;
}

/** The line of the draft, from 1, on which a run failed; null where the server points at no place. */
export function problemLine({ failure, sql, firstLine }: RunOutcome): number | null {
  if (failure === null || failure.offset === null) return null;
  return firstLine + sql.slice(0, failure.offset).split('\n').length - 1;
}

/** Where in the draft a run failed: the word that Postgres points at; null where it points at none. */
export function problemOf(outcome: RunOutcome | null): Problem | null {
  const failure = outcome?.failure;
  if (outcome === null || failure === null || failure === undefined || failure.offset === null)
    return null;
  const at = failure.offset;
  const token = tokenize(outcome.sql).find(({ from, to }) => from <= at && at < to);
  return {
    from: outcome.from + at,
    to: outcome.from + (token?.to ?? at + 1),
    message: failure.hint === null ? failure.message : `${failure.message}\n${failure.hint}`,
  };
}
