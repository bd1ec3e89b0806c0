import type { Preferences } from '../parse/headers/prefer.ts';

/** Preferences that only some kinds of requests can apply. */
export type ConditionalPreference = 'resolution' | 'missing' | 'return' | 'maxAffected';

/** What a request could apply of its preferences. */
export interface Applied {
  readonly preferences: Preferences;
  readonly applicable: readonly ConditionalPreference[];
  /** Whether `tx` may be chosen at all. */
  readonly allowsTx: boolean;
}

/** The `Preference-Applied` header; undefined where no preference was. */
export function preferenceApplied({
  preferences,
  applicable,
  allowsTx,
}: Applied): string | undefined {
  const { resolution, missing, count, tx, handling, timezone, maxAffected } = preferences;
  const may = (name: ConditionalPreference): boolean => applicable.includes(name);
  const applied = [
    may('resolution') && resolution !== undefined && `resolution=${resolution}`,
    may('missing') && missing !== undefined && `missing=${missing}`,
    may('return') && preferences.return !== undefined && `return=${preferences.return}`,
    count !== undefined && `count=${count}`,
    allowsTx && tx !== undefined && `tx=${tx}`,
    handling !== undefined && `handling=${handling}`,
    timezone !== undefined && `timezone=${timezone}`,
    may('maxAffected') &&
      handling === 'strict' &&
      maxAffected !== undefined &&
      `max-affected=${maxAffected}`,
  ].filter((text) => text !== false);
  return applied.length === 0 ? undefined : applied.join(', ');
}
