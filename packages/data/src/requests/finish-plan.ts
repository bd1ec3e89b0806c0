import type { Handler } from '../catalog/media-handlers.ts';
import type { QualifiedName } from '../catalog/names.ts';
import { dataError } from '../errors/catalogue.ts';
import type { MediaType } from '../parse/headers/media-type.ts';
import { negotiate } from '../plan/negotiate.ts';
import type { LegacyName } from '../plan/read/find-node.ts';
import type { PlannedRead } from '../plan/read/plan-read.ts';
import { type ConditionalPreference, preferenceApplied } from '../respond/preference-applied.ts';
import { headerText } from '../respond/sent-headers.ts';
import type { Prepared } from '../run/prepared.ts';
import { planContext, type RequestContext } from '../run/request-context.ts';

/** What finishing a plan depends on besides the read. */
export interface FinishOptions {
  readonly accepted: readonly MediaType[];
  /** The relation or function whose own media types come first. */
  readonly target: QualifiedName;
  /** Whether the rows become a body: not for HEAD, nor for a write that gives nothing back. */
  readonly makesBody: boolean;
  readonly applicable: readonly ConditionalPreference[];
}

/** The parts of a prepared request that all kinds have in common. */
export interface FinishedPlan
  extends Pick<Prepared, 'type' | 'mayBeBytes' | 'preferenceApplied' | 'warning'> {
  readonly handler: Handler;
}

/** Chooses the media type and words the headers that say what was applied. Throws PGRST107 and 122. */
export function finishPlan(
  context: RequestContext,
  { selectsEverything, legacyNames }: Pick<PlannedRead, 'selectsEverything' | 'legacyNames'>,
  { accepted, target, makesBody, applicable }: FinishOptions,
): FinishedPlan {
  const { preferences, snapshot } = context;
  const resolved = negotiate(planContext(context), accepted, { target, selectsEverything });
  requireKnownPreferences(context);
  const handler: Handler = makesBody ? resolved.handler : { kind: 'none' };
  return {
    handler,
    type: resolved.type,
    mayBeBytes: handler.kind === 'custom',
    preferenceApplied: preferenceApplied({
      preferences,
      applicable,
      allowsTx: snapshot.settings.transactionEnd.endsWith('allow-override'),
    }),
    warning: legacyNames.length === 0 ? undefined : legacyWarning(legacyNames),
  };
}

function requireKnownPreferences({ preferences: { handling, unknown } }: RequestContext): void {
  if (handling !== 'strict' || unknown.length === 0) return;
  throw dataError('PGRST122', { details: `Invalid preferences: ${unknown.join(', ')}` });
}

function legacyWarning(names: readonly LegacyName[]): string {
  const changes = new Set(names.map(({ target, alias }) => `\`${target}\` to \`${alias}\``));
  const text = headerText([...changes].join(', '));
  return `299 PostgRESTv16 "Embedded resource was referenced by relation name even though it has an alias. This is deprecated and will stop working in a future release. Update ${text} in query string filters, orders or limits."`;
}
