import type { Routine, RoutineArgument } from '../../catalog/routine.ts';
import type { Slot } from '../../parse/syntax.ts';

/** An argument with the request's value for it. */
export interface ArgumentValue {
  readonly argument: RoutineArgument;
  /** One value; of a variadic argument all that were given. */
  readonly slots: readonly Slot[];
}

/** How the arguments of a call arrive. */
export type CallArguments =
  /** By name, each a value of its own: from the URL or a form. */
  | { readonly kind: 'values'; readonly values: readonly ArgumentValue[] }
  /** By name, members of the JSON body. */
  | {
      readonly kind: 'members';
      readonly arguments: readonly RoutineArgument[];
      readonly isObject: boolean;
    }
  /** The whole body as the only argument. */
  | { readonly kind: 'body'; readonly type: string }
  /** Values of the URL or a form, as one JSON object for the only argument. */
  | {
      readonly kind: 'object';
      readonly type: string;
      readonly members: readonly (readonly [string, Slot])[];
    };

export interface CallPlan {
  readonly routine: Routine;
  readonly arguments: CallArguments;
  /** Columns of the result that the read on top of it needs; `*` alone for all. */
  readonly columns: readonly string[];
}
