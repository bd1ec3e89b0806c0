import { Tooltip as Radix } from 'radix-ui';
import type { ReactNode } from 'react';
import { Kbd } from '../controls/kbd.tsx';

/** Must be around everything that has tooltips. */
export function TooltipProvider({ children }: { readonly children: ReactNode }): ReactNode {
  return <Radix.Provider delayDuration={400}>{children}</Radix.Provider>;
}

/** A word on hover or focus about what is under the pointer. */
export function Tooltip({
  label,
  keys,
  side = 'bottom',
  children,
}: {
  readonly label: ReactNode;
  readonly keys?: string;
  readonly side?: 'top' | 'right' | 'bottom' | 'left';
  readonly children: ReactNode;
}): ReactNode {
  return (
    <Radix.Root>
      <Radix.Trigger asChild>{children}</Radix.Trigger>
      <Radix.Portal>
        <Radix.Content
          side={side}
          sideOffset={6}
          collisionPadding={8}
          className="z-60 flex max-w-80 animate-appear items-center gap-2 rounded-control bg-ink px-2 py-1 text-paper shadow-float"
        >
          {label}
          {keys !== undefined && <Kbd keys={keys} />}
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}
