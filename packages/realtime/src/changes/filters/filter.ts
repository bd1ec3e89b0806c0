import type { LoggedValue } from '../change-source.ts';
import type { ParsedFilter } from './parse-filter.ts';

/** A condition on one column that is ready to be evaluated; shared by all subscriptions that have the same. */
export type Filter = InProcessFilter | SqlFilter;

export interface InProcessFilter {
  readonly kind: 'in-process';
  readonly column: string;
  /** A value that was not logged never matches. */
  test(value: LoggedValue): boolean;
  /** Logged texts, one of which the value must equal: what an index can answer. */
  readonly equals?: readonly string[];
}

/** Only Postgres can compare: collations, ranges, regular expressions, dates. */
export interface SqlFilter {
  readonly kind: 'sql';
  readonly column: string;
  /** SQL before and behind the place of the value, which is text. */
  readonly before: string;
  readonly behind: string;
  readonly value: string;
  readonly source: ParsedFilter;
  /** Told to subscribers once it has failed; from then on it matches nothing. */
  broken: string | undefined;
  /** How often in a row it was in a slow statement of a slow batch; the more, the smaller its company in the next. */
  suspicion: number;
}
