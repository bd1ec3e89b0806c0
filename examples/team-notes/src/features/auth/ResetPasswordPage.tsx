import { Link, useNavigate } from 'react-router';
import { Notice } from '../../components/Notice';
import { PasswordField } from '../../components/PasswordField';
import { useToast } from '../../components/Toasts';
import { supabase } from '../../lib/supabase';
import { AuthLayout } from './AuthLayout';
import { useAuth } from './AuthProvider';
import { useSubmit } from './useSubmit';

export function ResetPasswordPage() {
  const { session, finishRecovery, linkError } = useAuth();
  const navigate = useNavigate();
  const toast = useToast();
  const { busy, problem, onSubmit } = useSubmit(async (form) => {
    const { error } = await supabase.auth.updateUser({ password: String(form.get('password')) });
    if (error) throw error;
    finishRecovery();
    toast('Your new password is saved.');
    navigate('/', { replace: true });
  });

  if (session === undefined) return null;
  if (session === null) {
    return (
      <AuthLayout
        title="This link does not work"
        footer={<Link to="/sign-in">Back to sign in</Link>}
      >
        <Notice kind="error">{linkError ?? 'It is not complete.'}</Notice>
        <Link to="/forgot-password" className="button primary">
          Send me a new one
        </Link>
      </AuthLayout>
    );
  }

  return (
    <AuthLayout
      title="Choose a new password"
      lead={
        <>
          For <b>{session.user.email}</b>.
        </>
      }
    >
      <form onSubmit={onSubmit} className="stack">
        {problem && <Notice kind="error">{problem}</Notice>}
        <PasswordField
          label="New password"
          name="password"
          autoComplete="new-password"
          minLength={8}
          hint="At least 8 characters"
          required
        />
        <button type="submit" className="button primary" disabled={busy}>
          {busy ? 'Saving…' : 'Save the new password'}
        </button>
      </form>
    </AuthLayout>
  );
}
