import { Navigate, Outlet, useLocation } from 'react-router';
import { Logo } from '../../components/Logo';
import { useAuth } from './AuthProvider';

export function RequireSession() {
  const { session, recovering } = useAuth();
  const location = useLocation();
  if (session === undefined) return <Splash />;
  if (session === null) {
    const from = { ...location, hash: '' };
    return <Navigate to="/sign-in" replace state={{ from }} />;
  }
  if (recovering) return <Navigate to="/reset-password" replace />;
  return <Outlet />;
}

export function RequireGuest() {
  const { session, recovering } = useAuth();
  const { state } = useLocation();
  if (session === undefined) return <Splash />;
  if (session === null) return <Outlet />;
  return <Navigate to={recovering ? '/reset-password' : (state?.from ?? '/')} replace />;
}

function Splash() {
  return (
    <main className="splash" aria-busy="true">
      <Logo />
    </main>
  );
}
