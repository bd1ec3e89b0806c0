import * as z from 'zod/mini';
import { localStore } from '../browser.ts';
import { createStore, type Store } from './store.ts';
import { readJson, writeJson } from './stored-json.ts';

const preferencesSchema = z.object({
  theme: z.catch(z.enum(['system', 'light', 'dark']), 'system'),
  density: z.catch(z.enum(['normal', 'compact']), 'normal'),
  railPinned: z.catch(z.boolean(), false),
  /** Widths of resizable panes in pixels, by pane. */
  panes: z.catch(z.record(z.string(), z.number()), {}),
});

/** How one person likes Studio, kept in this browser. */
export type Preferences = z.infer<typeof preferencesSchema>;

const key = 'plinth.preferences';

/** The preferences of this browser. `public/first-paint.js` reads the same key before the first paint. */
export const preferences: Store<Preferences> = createStore<Preferences>(
  readJson(localStore, key, preferencesSchema) ?? {
    theme: 'system',
    density: 'normal',
    railPinned: false,
    panes: {},
  },
);

function apply({ theme, density }: Preferences): void {
  const dark =
    theme === 'dark' || (theme === 'system' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.dataset.theme = dark ? 'dark' : 'light';
  document.documentElement.dataset.density = density;
}

/** Changes some preferences, here and in the browser's storage. */
export function setPreferences(change: Partial<Preferences>): void {
  preferences.set((current) => ({ ...current, ...change }));
  writeJson(localStore, key, preferences.get());
}

/** Keeps the page in the chosen theme and density; returns how to stop. */
export function followPreferences(): () => void {
  const update = (): void => apply(preferences.get());
  const media = matchMedia('(prefers-color-scheme: dark)');
  const fromOtherTab = (event: StorageEvent): void => {
    if (event.key !== key) return;
    const stored = readJson(localStore, key, preferencesSchema);
    if (stored !== undefined) preferences.set(stored);
  };
  update();
  const stop = preferences.subscribe(update);
  media.addEventListener('change', update);
  addEventListener('storage', fromOtherTab);
  return () => {
    stop();
    media.removeEventListener('change', update);
    removeEventListener('storage', fromOtherTab);
  };
}
