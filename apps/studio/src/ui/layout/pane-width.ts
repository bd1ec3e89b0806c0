import { useState } from 'react';
import { preferences, setPreferences } from '../../lib/state/preferences.ts';

/** The size of a pane in pixels, kept in this browser. */
export interface PaneWidth {
  readonly width: number;
  readonly min: number;
  readonly max: number;
  /** While it is dragged. */
  readonly set: (width: number) => void;
  /** When it is let go. */
  readonly keep: (width: number) => void;
}

/** A pane that remembers its size under `name`. */
export function usePaneWidth(name: string, initial: number, min: number, max: number): PaneWidth {
  const [width, setWidth] = useState(() => preferences.get().panes[name] ?? initial);
  const within = (wanted: number): number => Math.round(Math.min(max, Math.max(min, wanted)));
  return {
    width: within(width),
    min,
    max,
    set: (wanted) => setWidth(within(wanted)),
    keep: (wanted) => {
      setWidth(within(wanted));
      setPreferences({ panes: { ...preferences.get().panes, [name]: within(wanted) } });
    },
  };
}
