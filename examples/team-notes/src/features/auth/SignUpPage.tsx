import { useState } from 'react';
import { Link, useLocation } from 'react-router';
import { Field } from '../../components/Field';
import { Notice } from '../../components/Notice';
import { PasswordField } from '../../components/PasswordField';
import { supabase } from '../../lib/supabase';
import { AuthLayout } from './AuthLayout';
import { CheckMail } from './CheckMail';
import { textOf, useSubmit } from './useSubmit';

export function SignUpPage() {
  const { state } = useLocation();
  const [sentTo, setSentTo] = useState<string>();
  const { busy, problem, onSubmit } = useSubmit(async (form) => {
    const email = textOf(form, 'email');
    const { data, error } = await supabase.auth.signUp({
      email,
      password: String(form.get('password')),
      options: {
        data: { full_name: textOf(form, 'full_name') },
        emailRedirectTo: window.location.origin,
      },
    });
    if (error) throw error;
    // Without a session the server wants the address confirmed first.
    if (!data.session) setSentTo(email);
  });

  if (sentTo) {
    return <CheckMail address={sentTo}>Open the link in it to confirm your address.</CheckMail>;
  }

  return (
    <AuthLayout
      title="Start writing together"
      lead="One account for all your notebooks, and for those that others share with you."
      footer={
        <>
          Have an account?{' '}
          <Link to="/sign-in" state={state}>
            Sign in
          </Link>
        </>
      }
    >
      <form onSubmit={onSubmit} className="stack">
        {problem && <Notice kind="error">{problem}</Notice>}
        <Field label="Your name" name="full_name" autoComplete="name" maxLength={80} required />
        <Field label="Email" name="email" type="email" autoComplete="email" required />
        <PasswordField
          label="Password"
          name="password"
          autoComplete="new-password"
          minLength={8}
          hint="At least 8 characters"
          required
        />
        <button type="submit" className="button primary" disabled={busy}>
          {busy ? 'Creating your account…' : 'Create account'}
        </button>
      </form>
    </AuthLayout>
  );
}
