import { useCallback } from 'react';
import { useApi } from '../../api/use-api.ts';

/** Ends the session here and on the server. Drafts stay in the browser. */
export function useSignOut(): () => void {
  const { session, memberAuth } = useApi();
  return useCallback(() => {
    const current = session.get();
    session.set(null);
    if (current !== null) void memberAuth.signOut(current);
  }, [session, memberAuth]);
}
