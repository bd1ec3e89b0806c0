import { useState } from 'react';
import { Link } from 'react-router';
import { Field } from '../../components/Field';
import { Notice } from '../../components/Notice';
import { supabase } from '../../lib/supabase';
import { AuthLayout } from './AuthLayout';
import { CheckMail } from './CheckMail';
import { textOf, useSubmit } from './useSubmit';

export function ForgotPasswordPage() {
  const [sentTo, setSentTo] = useState<string>();
  const { busy, problem, onSubmit } = useSubmit(async (form) => {
    const email = textOf(form, 'email');
    const { error } = await supabase.auth.resetPasswordForEmail(email, {
      redirectTo: `${window.location.origin}/reset-password`,
    });
    if (error) throw error;
    setSentTo(email);
  });

  if (sentTo) {
    return (
      <CheckMail address={sentTo}>
        If there is an account, the mail has a link for a new password.
      </CheckMail>
    );
  }

  return (
    <AuthLayout
      title="Forgot your password?"
      lead="Tell us your address, and we send you a link to choose a new one."
      footer={<Link to="/sign-in">Back to sign in</Link>}
    >
      <form onSubmit={onSubmit} className="stack">
        {problem && <Notice kind="error">{problem}</Notice>}
        <Field label="Email" name="email" type="email" autoComplete="email" required />
        <button type="submit" className="button primary" disabled={busy}>
          {busy ? 'Sending…' : 'Send the link'}
        </button>
      </form>
    </AuthLayout>
  );
}
