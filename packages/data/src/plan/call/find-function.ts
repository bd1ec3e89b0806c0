import type { QualifiedName } from '../../catalog/names.ts';
import type { Routine, RoutineArgument } from '../../catalog/routine.ts';
import type { SchemaCache } from '../../catalog/schema-cache.ts';
import type { MediaKind } from '../../parse/headers/media-type.ts';
import { ambiguousFunction, noFunction } from '../hints/function-errors.ts';

/** What a call gives to choose an overload by. */
export interface CallSignature {
  readonly function: QualifiedName;
  /** Names of the arguments, sorted. */
  readonly argumentNames: readonly string[];
  /** Media type of the body; undefined where the method has none. */
  readonly bodyKind: MediaKind | undefined;
}

/**
 * The function of a name whose arguments are those given: all that it requires, and any of the others.
 * Where none is, one whose single nameless argument takes the whole body. Throws PGRST202 and PGRST203.
 */
export function findFunction(cache: SchemaCache, signature: CallSignature): Routine {
  const overloads = cache.routines(signature.function);
  const byName = overloads.filter((routine) => takesArguments(routine, signature));
  const chosen =
    byName.length > 0 ? byName : overloads.filter((routine) => takesBody(routine, signature));
  const [first, second] = chosen;
  if (first === undefined) throw noFunction(cache, signature, overloads);
  if (second !== undefined) throw ambiguousFunction(chosen);
  return first;
}

/** Bodies that cannot hold named arguments. */
export function isWholeBody(kind: MediaKind | undefined): boolean {
  return kind === 'text' || kind === 'xml' || kind === 'bytes';
}

function takesArguments(
  { arguments: wanted }: Routine,
  { argumentNames, bodyKind }: CallSignature,
): boolean {
  if (wanted.length === 0) return argumentNames.length === 0 && !isWholeBody(bodyKind);
  const given = new Set(argumentNames);
  const names = new Set(wanted.map(({ name }) => name));
  return (
    wanted.every(({ name, required }) => !required || given.has(name)) &&
    argumentNames.every((name) => names.has(name))
  );
}

const bodyTypes: Readonly<Partial<Record<MediaKind, readonly string[]>>> = {
  json: ['json', 'jsonb'],
  text: ['text'],
  xml: ['xml'],
  bytes: ['bytea'],
};

function takesBody({ arguments: wanted }: Routine, { bodyKind }: CallSignature): boolean {
  const [only] = wanted;
  if (wanted.length !== 1 || only === undefined || bodyKind === undefined) return false;
  return isNameless(only) && (bodyTypes[bodyKind]?.includes(only.type) ?? false);
}

/** An argument without a name stands for the whole body. */
export function isNameless({ name }: RoutineArgument): boolean {
  return name === '';
}
