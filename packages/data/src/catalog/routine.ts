import type { Setting } from '@plinth/postgres';
import { compareText, type QualifiedName } from './names.ts';

/** An input argument of a function. */
export interface RoutineArgument {
  /** Empty where it has no name. */
  readonly name: string;
  readonly type: string;
  /** The type to cast a value to: without the implied length of `bit` and `character`. */
  readonly castType: string;
  readonly required: boolean;
  readonly variadic: boolean;
}

export type Isolation = 'repeatable read' | 'serializable';

/** A function that can be called; overloads share a name. */
export interface Routine extends QualifiedName {
  readonly oid: number;
  readonly arguments: readonly RoutineArgument[];
  /** Type of the result; of a row type the relation's name. */
  readonly result: QualifiedName;
  readonly returnsSet: boolean;
  readonly returnsRow: boolean;
  readonly volatility: 'immutable' | 'stable' | 'volatile';
  readonly isolation: Isolation | undefined;
  /** Settings of the function that apply to its whole transaction. */
  readonly settings: readonly Setting[];
}

/** One value, neither a row nor a set. */
export function returnsScalar({ returnsSet, returnsRow }: Routine): boolean {
  return !returnsSet && !returnsRow;
}

export function returnsVoid(routine: Routine): boolean {
  const { schema, name } = routine.result;
  return returnsScalar(routine) && schema === 'pg_catalog' && name === 'void';
}

/** The isolation level of a setting's text; undefined for read committed. */
export function parseIsolation(text: string | null): Isolation | undefined {
  const level = text?.toLowerCase();
  return level === 'repeatable read' || level === 'serializable' ? level : undefined;
}

/** Overloads in the order in which errors list them: fewest arguments first. */
export function compareRoutines(left: Routine, right: Routine): number {
  const signature = ({ arguments: list }: Routine): string =>
    list.map(({ name, type }) => `${name}\0${type}`).join('\0');
  return (
    left.arguments.length - right.arguments.length || compareText(signature(left), signature(right))
  );
}
