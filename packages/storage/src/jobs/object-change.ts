import type { Caller } from '@plinth/kernel';

/** A name to change: of an object, or (with a slash at its end) the beginning of the names of all that lie below. */
export interface ChangedName {
  readonly from: string;
  /** What takes its place; null where the objects are deleted. */
  readonly to: string | null;
}

/** A change of many objects: they are deleted, or get other names, maybe in another bucket. */
export interface ObjectChange {
  readonly bucket: string;
  /** The bucket that they go to; null: they are deleted. */
  readonly target: string | null;
  /** Worked through in this order, what lies below a name in byte order. */
  readonly names: readonly ChangedName[];
}

/** How far a change is: all before it is done. It can be kept, and the change be taken up there by another process. */
export interface ChangePosition {
  /** When it began, by the clock of the database; what came later below a name stays as it is. ISO 8601. */
  readonly asOf: string;
  /** Index in `names`. */
  readonly index: number;
  /** The last object done below that name; empty before the first. */
  readonly after: string;
}

/** An object that could not be changed, and why: an error of the storage's catalogue. */
export interface ChangeFailure extends ChangedName {
  readonly code: string;
  readonly message: string;
}

/**
 * What a change tells: objects counted so far, at last the number of them all, then batch after batch. Where nobody asks
 * for the next step, nothing more is done.
 */
export type ChangeStep =
  | { readonly kind: 'counting'; readonly found: number }
  | { readonly kind: 'counted'; readonly found: number; readonly position: ChangePosition }
  | {
      readonly kind: 'batch';
      readonly done: number;
      readonly failures: readonly ChangeFailure[];
      readonly position: ChangePosition;
    };

/** As whom, from where on and until when a change runs. */
export interface ChangeRun {
  readonly caller: Caller;
  /** In log lines. */
  readonly id: string;
  /** Aborts what is read; a batch that has begun comes to its end. */
  readonly signal: AbortSignal;
  /** Where an earlier run ended; null: at the beginning. */
  readonly position: ChangePosition | null;
}

/** True where a name stands for all that begins with it. */
export const isFolder = (name: string): boolean => name.endsWith('/');
