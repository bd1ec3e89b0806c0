import { useState } from 'react';
import { Link } from 'react-router';
import { Field } from '../../components/Field';
import { Notice } from '../../components/Notice';
import { supabase } from '../../lib/supabase';
import { AuthLayout } from './AuthLayout';
import { CheckMail } from './CheckMail';
import { textOf, useSubmit } from './useSubmit';

export function SignInByMailPage() {
  const [sentTo, setSentTo] = useState<string>();
  const { busy, problem, onSubmit } = useSubmit(async (form) => {
    const email = textOf(form, 'email');
    const { error } = await supabase.auth.signInWithOtp({
      email,
      // Accounts are made where a name is asked for.
      options: { shouldCreateUser: false, emailRedirectTo: window.location.origin },
    });
    if (error?.code === 'otp_disabled') throw new Error(`Nobody has signed up as ${email} yet.`);
    if (error) throw error;
    setSentTo(email);
  });

  if (sentTo) {
    return <CheckMail address={sentTo}>Open the link in it to sign in, on this device.</CheckMail>;
  }

  return (
    <AuthLayout
      title="Sign in by mail"
      lead="No password needed: we send you a link that signs you in."
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
