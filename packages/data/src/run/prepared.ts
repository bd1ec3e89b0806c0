import type { Setting } from '@plinth/postgres';
import type { Isolation, Routine } from '../catalog/routine.ts';
import type { MediaType } from '../parse/headers/media-type.ts';
import type { WriteKind } from '../plan/write/plan-write.ts';
import type { StatementText } from '../sql/fragment.ts';

/** A request whose shape has been planned: only its values are missing. */
export interface Prepared {
  readonly main: StatementText;
  /** The plan of counting, for a planned or estimated count. */
  readonly countPlan: StatementText | undefined;
  readonly readOnly: boolean;
  /** Of the function that is called; otherwise the role's. */
  readonly isolation: Isolation | undefined;
  readonly functionSettings: readonly Setting[];
  readonly type: MediaType;
  /** The body may be bytes, which Postgres' text form has as hexadecimal digits. */
  readonly mayBeBytes: boolean;
  readonly preferenceApplied: string | undefined;
  readonly warning: string | undefined;
}

export interface PreparedWrite extends Prepared {
  readonly kind: WriteKind;
}

export interface PreparedCall extends Prepared {
  readonly routine: Routine;
}
