import { useEffect, useRef } from 'react';

/** True where keys and pastes belong to a field. */
export const isTyping = (target: EventTarget | null) =>
  target instanceof HTMLElement &&
  (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));

/** Runs an action on a key: `n` where nobody is typing, or `mod+k` (⌘K, Ctrl K) anywhere. */
export function useShortcut(shortcut: string, action: () => void, enabled = true) {
  const latest = useRef(action);
  useEffect(() => {
    latest.current = action;
  });
  useEffect(() => {
    if (!enabled) return;
    const key = shortcut.replace('mod+', '');
    const needsMod = key !== shortcut;
    function onKeyDown(event: KeyboardEvent) {
      const mod = event.metaKey || event.ctrlKey;
      if (event.key !== key || mod !== needsMod || event.altKey) return;
      if (!needsMod && isTyping(event.target)) return;
      if (document.querySelector('dialog[open]')) return;
      event.preventDefault();
      latest.current();
    }
    window.addEventListener('keydown', onKeyDown);
    return () => window.removeEventListener('keydown', onKeyDown);
  }, [shortcut, enabled]);
}

export const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent);
