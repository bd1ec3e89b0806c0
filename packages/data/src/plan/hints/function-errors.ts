import type { Routine } from '../../catalog/routine.ts';
import type { SchemaCache } from '../../catalog/schema-cache.ts';
import { dataError } from '../../errors/catalogue.ts';
import { type CallSignature, isWholeBody } from '../call/find-function.ts';
import { FuzzySet } from './fuzzy-set.ts';

/** A name is only suggested where it is about right: hints tell strangers which functions exist. */
const leastLikeness = 0.75;

/** PGRST202: no function of the name takes these arguments. */
export function noFunction(
  cache: SchemaCache,
  signature: CallSignature,
  overloads: readonly Routine[],
): Error {
  const { function: called, argumentNames, bodyKind } = signature;
  const title = `${called.schema}.${called.name}`;
  const isWhole = isWholeBody(bodyKind);
  const list = argumentNames.join(', ');
  const short = argumentNames.length === 0 ? ' without parameters' : `(${list})`;
  return dataError('PGRST202', {
    message: `Could not find the function ${title}${isWhole ? '' : short} in the schema cache`,
    details: `Searched for the function ${title}${searched(signature)}, but no matches were found in the schema cache.`,
    hint: isWhole ? null : suggestion(cache, signature, overloads),
  });
}

function searched({ argumentNames, bodyKind }: CallSignature): string {
  if (bodyKind === 'text') return ' with a single unnamed text parameter';
  if (bodyKind === 'xml') return ' with a single unnamed xml parameter';
  if (bodyKind === 'bytes') return ' with a single unnamed bytea parameter';
  const plural = argumentNames.length > 1 ? 's' : '';
  const parameters =
    argumentNames.length === 0
      ? ' without parameters'
      : ` with parameter${plural} ${argumentNames.join(', ')}`;
  return bodyKind === 'json'
    ? `${parameters} or with a single unnamed json/jsonb parameter`
    : parameters;
}

function suggestion(
  cache: SchemaCache,
  { function: called, argumentNames }: CallSignature,
  overloads: readonly Routine[],
): string | null {
  const lead = `Perhaps you meant to call the function ${called.schema}.`;
  if (overloads.length === 0) {
    const names = cache.routinesOf(called.schema).map(({ name }) => name);
    const best = new FuzzySet(names).best(called.name, leastLikeness);
    return best === undefined ? null : lead + best;
  }
  const lists = overloads.map((overload) =>
    parenthesized(overload.arguments.map(({ name }) => name)),
  );
  const best = new FuzzySet(lists).best(parenthesized(argumentNames));
  return best === undefined ? null : lead + called.name + best;
}

function parenthesized(names: readonly string[]): string {
  return `(${[...names].sort().join(', ')})`;
}

/** PGRST203: several overloads take these arguments. */
export function ambiguousFunction(candidates: readonly Routine[]): Error {
  const list = candidates.map(({ schema, name, arguments: wanted }) => {
    const parameters = wanted.map((each) => `${each.name} => ${each.type}`);
    return `${schema}.${name}(${parameters.join(', ')})`;
  });
  return dataError('PGRST203', {
    message: `Could not choose the best candidate function between: ${list.join(', ')}`,
    hint: 'Try renaming the parameters or the function itself in the database so function overloading can be resolved',
  });
}
