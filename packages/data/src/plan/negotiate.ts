import type { ResolvedHandler } from '../catalog/media-handlers.ts';
import type { QualifiedName } from '../catalog/names.ts';
import { dataError } from '../errors/catalogue.ts';
import type { MediaType } from '../parse/headers/media-type.ts';
import type { PlanContext } from './context.ts';

/** What a response can be made of. */
export interface Produced {
  /** The relation (or function) whose rows they are: its own handlers come first. */
  readonly target: QualifiedName;
  /** Own handlers see whole rows: they apply only where nothing was selected. */
  readonly selectsEverything: boolean;
}

/** The first acceptable media type that can be produced, and how. Throws PGRST107. */
export function negotiate(
  context: PlanContext,
  accepted: readonly MediaType[],
  produced: Produced,
): ResolvedHandler {
  for (const type of accepted) {
    const found = handlerOf(context, type, produced);
    if (found !== undefined) return found;
  }
  const list = accepted.map(({ mime }) => mime).join(', ');
  throw dataError('PGRST107', { message: `None of these media types are available: ${list}` });
}

function handlerOf(
  context: PlanContext,
  type: MediaType,
  produced: Produced,
): ResolvedHandler | undefined {
  const { stripNulls } = type;
  if (type.kind === 'object') return { handler: { kind: 'object', stripNulls }, type };
  if (type.kind === 'strippedArray') return { handler: { kind: 'array', stripNulls }, type };
  if (type.plan !== undefined) {
    // The plan is that of the query for the media type which it is asked for.
    const target = context.settings.plans
      ? handlerOf(context, type.plan.target, produced)
      : undefined;
    return target === undefined ? undefined : { handler: target.handler, type };
  }
  const { handlers } = context.cache;
  const { target, selectsEverything } = produced;
  const own = selectsEverything
    ? (handlers.of(target, '*/*') ?? handlers.of(target, type.mime))
    : undefined;
  return own ?? handlers.ofAny(type.mime);
}
