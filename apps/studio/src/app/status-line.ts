import { useEffect } from 'react';
import { createStore, type Store } from '../lib/state/store.ts';

/** What the page in sight tells the status bar. */
export interface StatusLine {
  /** The Postgres role that queries run as. */
  readonly role?: string;
  readonly rows?: string;
  /** Of the last query, in milliseconds. */
  readonly milliseconds?: number;
  readonly note?: string;
}

/** The status line of the page in sight. */
export const statusLine: Store<StatusLine> = createStore<StatusLine>({});

/** Shows this line while the calling page is on the screen. */
export function useStatusLine({ role, rows, milliseconds, note }: StatusLine): void {
  useEffect(() => {
    statusLine.set({
      ...(role !== undefined && { role }),
      ...(rows !== undefined && { rows }),
      ...(milliseconds !== undefined && { milliseconds }),
      ...(note !== undefined && { note }),
    });
  }, [role, rows, milliseconds, note]);
  useEffect(() => () => statusLine.set({}), []);
}
