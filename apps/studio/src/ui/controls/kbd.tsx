import type { ReactNode } from 'react';
import { keyNames } from '../../lib/shortcuts.ts';

/** The keys of a chord, as caps. */
export function Kbd({ keys }: { readonly keys: string }): ReactNode {
  return (
    <kbd className="inline-flex gap-0.5 font-sans text-small text-ink-3">
      {keyNames(keys).map((name) => (
        <span
          key={name}
          className="inline-flex h-[18px] min-w-[18px] items-center justify-center rounded-mark border border-line bg-stone-1 px-1"
        >
          {name}
        </span>
      ))}
    </kbd>
  );
}
