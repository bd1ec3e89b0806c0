import type { PointerEvent, ReactNode } from 'react';
import { cx } from '../../lib/class-names.ts';
import type { PaneWidth } from './pane-width.ts';

const sides = {
  left: 'inset-y-0 -left-1 w-2 cursor-col-resize',
  right: 'inset-y-0 -right-1 w-2 cursor-col-resize',
  top: 'inset-x-0 -top-1 h-2 cursor-row-resize',
} as const;

/** The edge of a pane: drag it, or focus it and use the arrow keys. */
export function ResizeHandle({
  pane,
  side,
  label,
}: {
  readonly pane: PaneWidth;
  readonly side: keyof typeof sides;
  readonly label: string;
}): ReactNode {
  const sign = side === 'right' ? 1 : -1;
  const drag = (event: PointerEvent<HTMLDivElement>): void => {
    if (event.button !== 0) return;
    event.preventDefault();
    const handle = event.currentTarget;
    handle.setPointerCapture(event.pointerId);
    const at = (move: { clientX: number; clientY: number }): number =>
      side === 'top' ? move.clientY : move.clientX;
    const start = at(event);
    const wanted = (move: globalThis.PointerEvent): number =>
      pane.width + sign * (at(move) - start);
    const move = (moved: globalThis.PointerEvent): void => pane.set(wanted(moved));
    const end = (moved: globalThis.PointerEvent): void => {
      pane.keep(wanted(moved));
      handle.removeEventListener('pointermove', move);
    };
    handle.addEventListener('pointermove', move);
    handle.addEventListener('pointerup', end, { once: true });
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: an <hr> cannot take focus and drag
    <div
      role="separator"
      tabIndex={0}
      aria-label={label}
      aria-orientation={side === 'top' ? 'horizontal' : 'vertical'}
      aria-valuenow={pane.width}
      aria-valuemin={pane.min}
      aria-valuemax={pane.max}
      onPointerDown={drag}
      onKeyDown={(event) => {
        const forward = side === 'top' ? 'ArrowUp' : sign === 1 ? 'ArrowRight' : 'ArrowLeft';
        const back = side === 'top' ? 'ArrowDown' : sign === 1 ? 'ArrowLeft' : 'ArrowRight';
        if (event.key !== forward && event.key !== back) return;
        event.preventDefault();
        pane.keep(pane.width + (event.key === forward ? 16 : -16));
      }}
      className={cx(
        'absolute z-20 touch-none max-md:hidden after:absolute after:transition-colors hover:after:bg-verdigris active:after:bg-verdigris',
        side === 'top'
          ? 'after:inset-x-0 after:top-1 after:h-px'
          : 'after:inset-y-0 after:left-1 after:w-px',
        sides[side],
      )}
    />
  );
}
