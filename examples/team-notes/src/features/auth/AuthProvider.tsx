import type { Session } from '@supabase/supabase-js';
import { useQueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode, useContext, useEffect, useState } from 'react';
import { supabase } from '../../lib/supabase';
import { linkErrorOfPage } from './linkError';

type Auth = {
  /** Undefined until it is known whether somebody is signed in. */
  session: Session | null | undefined;
  /** True between the link in a recovery mail and the new password. */
  recovering: boolean;
  finishRecovery: () => void;
  /** Why the link that led here did not work. */
  linkError: string | undefined;
};

const AuthContext = createContext<Auth | undefined>(undefined);

export function AuthProvider({ children }: { children: ReactNode }) {
  const queryClient = useQueryClient();
  const [session, setSession] = useState<Session | null>();
  const [recovering, setRecovering] = useState(false);
  const [linkError, setLinkError] = useState(linkErrorOfPage);

  useEffect(() => {
    const { data } = supabase.auth.onAuthStateChange((event, current) => {
      setSession(current);
      if (current) setLinkError(undefined);
      if (event === 'PASSWORD_RECOVERY') setRecovering(true);
      if (event === 'SIGNED_OUT') {
        setRecovering(false);
        queryClient.clear();
      }
    });
    return () => data.subscription.unsubscribe();
  }, [queryClient]);

  const finishRecovery = () => setRecovering(false);
  return (
    <AuthContext value={{ session, recovering, finishRecovery, linkError }}>{children}</AuthContext>
  );
}

export function useAuth() {
  const auth = useContext(AuthContext);
  if (!auth) throw new Error('useAuth needs an AuthProvider around it');
  return auth;
}

/** The signed-in user; only for what stands inside RequireSession. */
export function useUser() {
  const { session } = useAuth();
  if (!session) throw new Error('useUser needs somebody signed in');
  return session.user;
}
