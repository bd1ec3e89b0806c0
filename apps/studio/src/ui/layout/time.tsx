import type { ReactNode } from 'react';
import { now } from '../../lib/browser.ts';
import { formatExact, formatRelative, formatUtc } from '../../lib/text/format.ts';
import { Tooltip } from '../overlays/tooltip.tsx';

/** A moment as a distance from now; its exact local time and UTC on hover. */
export function Time({ at }: { readonly at: string | null | undefined }): ReactNode {
  const milliseconds = at === null || at === undefined ? Number.NaN : Date.parse(at);
  if (Number.isNaN(milliseconds)) return <span className="text-ink-3">–</span>;
  return (
    <Tooltip
      side="top"
      label={
        <span className="whitespace-pre">{`${formatExact(milliseconds)}\n${formatUtc(milliseconds)}`}</span>
      }
    >
      <time dateTime={at ?? undefined} className="whitespace-nowrap">
        {formatRelative(milliseconds, now())}
      </time>
    </Tooltip>
  );
}
