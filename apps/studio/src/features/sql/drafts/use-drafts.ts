import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useMemo, useRef } from 'react';
import { localStore, randomId } from '../../../lib/browser.ts';
import { t } from '../../../lib/i18n/translate.ts';
import { DraftStore } from './draft-store.ts';

/** The scripts of the project, in step with other windows. */
export function useDraftStore(ref: string): DraftStore {
  const store = useMemo(
    () =>
      new DraftStore(ref, {
        storage: localStore,
        newId: randomId,
        nameOf: (place) => t('sql.untitled', { place }),
      }),
    [ref],
  );
  useEffect(() => {
    const adopt = (event: StorageEvent): void => store.adopt(event.key);
    addEventListener('storage', adopt);
    return () => removeEventListener('storage', adopt);
  }, [store]);
  return store;
}

/** The script in front and the one in the URL are the same: whichever changes, the other follows. */
export function useTabInUrl(store: DraftStore, active: string): void {
  const { tab, sql } = useSearch({ from: '/project/$ref/sql' });
  const navigate = useNavigate();
  const seen = useRef<string | undefined>(undefined);
  const taken = useRef<string | undefined>(undefined);
  useEffect(() => {
    if (sql === undefined || taken.current === sql) return;
    taken.current = sql;
    const draft = store.add({ sql });
    void navigate({ to: '.', search: { tab: draft.id }, replace: true });
  }, [sql, store, navigate]);
  useEffect(() => {
    if (sql !== undefined) return;
    const isNew = tab !== seen.current;
    seen.current = tab;
    const known = store.state.get().drafts.some((draft) => draft.id === tab);
    if (isNew && tab !== undefined && known && tab !== active) store.show(tab);
    else if (tab !== active && active !== '')
      void navigate({ to: '.', search: { tab: active }, replace: true });
  }, [tab, sql, active, store, navigate]);
}
