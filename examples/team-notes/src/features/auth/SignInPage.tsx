import { Link, useLocation } from 'react-router';
import { Field } from '../../components/Field';
import { Notice } from '../../components/Notice';
import { PasswordField } from '../../components/PasswordField';
import { supabase } from '../../lib/supabase';
import { AuthLayout } from './AuthLayout';
import { useAuth } from './AuthProvider';
import { textOf, useSubmit } from './useSubmit';

export function SignInPage() {
  const { state } = useLocation();
  const { linkError } = useAuth();
  const { busy, problem, onSubmit } = useSubmit(async (form) => {
    const { error } = await supabase.auth.signInWithPassword({
      email: textOf(form, 'email'),
      password: String(form.get('password')),
    });
    if (error?.code === 'invalid_credentials') {
      throw new Error('That address and password do not go together.');
    }
    if (error) throw error;
  });

  return (
    <AuthLayout
      title="Welcome back"
      lead="Sign in to your team’s notebooks."
      footer={
        <>
          New here?{' '}
          <Link to="/sign-up" state={state}>
            Create an account
          </Link>
        </>
      }
    >
      <form onSubmit={onSubmit} className="stack">
        {(problem ?? linkError) && <Notice kind="error">{problem ?? linkError}</Notice>}
        <Field label="Email" name="email" type="email" autoComplete="email" required />
        <PasswordField label="Password" name="password" autoComplete="current-password" required />
        <button type="submit" className="button primary" disabled={busy}>
          {busy ? 'Signing in…' : 'Sign in'}
        </button>
        <p className="quiet-links">
          <Link to="/forgot-password">Forgot your password?</Link>
          <Link to="/sign-in-by-mail">Sign in by mail</Link>
        </p>
      </form>
    </AuthLayout>
  );
}
