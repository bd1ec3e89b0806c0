import { useEffect, useRef } from 'react';
import { isApple } from './browser.ts';
import { createStore, type Store } from './state/store.ts';

/**
 * A shortcut of the page: `mod` is ⌘ or Ctrl. `typing` lets it work inside text fields too. Groups and labels
 * are what the overlay behind `?` lists.
 */
export interface Shortcut {
  /** `mod+k`, `shift+/`, `?`, `g t` is not supported: one chord each. */
  readonly keys: string;
  readonly label: string;
  readonly group: string;
  readonly typing?: boolean;
  /** Absent where the part in focus handles the keys itself and they are only listed. */
  readonly run?: () => void;
}

/** The shortcuts of what is on the screen now. */
export const activeShortcuts: Store<readonly Shortcut[]> = createStore<readonly Shortcut[]>([]);

/** `mod+shift+k` for an event of that chord; the key as the layout gives it. */
export function chordOf(event: KeyboardEvent): string {
  const mod = isApple ? event.metaKey : event.ctrlKey;
  // With Alt, Apple's keyboards give special characters: there the place of the key counts.
  const place = event.altKey ? /^(?:Key|Digit)(.)$/.exec(event.code)?.[1] : undefined;
  const key =
    place?.toLowerCase() ?? (event.key.length === 1 ? event.key.toLowerCase() : event.key);
  const shift = event.shiftKey && (event.key.length > 1 || mod || event.altKey);
  return `${mod ? 'mod+' : ''}${event.altKey ? 'alt+' : ''}${shift ? 'shift+' : ''}${key}`;
}

const isTextField = (target: EventTarget | undefined): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(?:INPUT|TEXTAREA|SELECT)$/.test(target.tagName));

/** Listens for the shortcuts; the latest registered wins. Returns how to stop. */
export function listenForShortcuts(): () => void {
  const onKey = (event: KeyboardEvent): void => {
    if (event.defaultPrevented || event.isComposing) return;
    const chord = chordOf(event);
    const match = activeShortcuts
      .get()
      .findLast((shortcut) => shortcut.keys === chord && shortcut.run !== undefined);
    if (match === undefined) return;
    // Inside the editor's shadow root the event's own target is hidden.
    if (match.typing !== true && isTextField(event.composedPath()[0])) return;
    if (match.typing !== true && document.querySelector('[data-modal]')) return;
    event.preventDefault();
    match.run?.();
  };
  addEventListener('keydown', onKey);
  return () => removeEventListener('keydown', onKey);
}

/** Makes a shortcut work while the calling part is on the screen and `enabled`. */
export function useShortcut(shortcut: Shortcut, enabled = true): void {
  const latest = useRef(shortcut);
  useEffect(() => {
    latest.current = shortcut;
  });
  const { keys, label, group, typing = false } = shortcut;
  const runs = shortcut.run !== undefined;
  useEffect(() => {
    if (!enabled) return undefined;
    const entry: Shortcut = {
      keys,
      label,
      group,
      typing,
      ...(runs && { run: () => latest.current.run?.() }),
    };
    activeShortcuts.set((all) => [...all, entry]);
    return () => activeShortcuts.set((all) => all.filter((other) => other !== entry));
  }, [keys, label, group, typing, runs, enabled]);
}

const names: Readonly<Record<string, string>> = {
  mod: isApple ? '⌘' : 'Ctrl',
  alt: isApple ? '⌥' : 'Alt',
  shift: isApple ? '⇧' : 'Shift',
  Enter: '↵',
  Escape: 'Esc',
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
  Backspace: '⌫',
  Delete: 'Del',
  ' ': 'Space',
};

/** The keys of a chord as they are printed on this machine's keyboard. */
export const keyNames = (keys: string): readonly string[] =>
  keys.split('+').map((key) => names[key] ?? (key.length === 1 ? key.toUpperCase() : key));
