import type { Setting } from '@plinth/postgres';
import { type Isolation, parseIsolation } from '../routine.ts';
import type { RawRole } from './raw-catalog.ts';

/** What `ALTER ROLE … SET` says of a role that requests run as. */
export interface RoleSettings {
  readonly settings: readonly Setting[];
  readonly isolation: Isolation | undefined;
}

export function readRoleSettings(rows: readonly RawRole[]): ReadonlyMap<string, RoleSettings> {
  return new Map(
    rows.map(([role, isolation, settings]) => [
      role,
      { settings, isolation: parseIsolation(isolation) },
    ]),
  );
}
