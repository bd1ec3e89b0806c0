import { useRouter } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { useApi } from '../../api/use-api.ts';
import { t } from '../../lib/i18n/translate.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Field } from '../../ui/controls/field.tsx';
import { Input } from '../../ui/controls/input.tsx';
import { ErrorNote } from '../../ui/layout/error-note.tsx';
import { signInRoute } from './routes.ts';
import { Threshold } from './threshold.tsx';

/** Signs a member in. */
export function SignInPage(): ReactNode {
  const api = useApi();
  const router = useRouter();
  const { to = '/' } = signInRoute.useSearch();
  const { status } = signInRoute.useRouteContext();
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);

  const signIn = async (): Promise<void> => {
    setBusy(true);
    setError(null);
    try {
      api.session.set(await api.memberAuth.signIn(email.trim(), password));
      router.history.push(
        router.history.createHref(to).startsWith('/studio') ? to : `/studio${to}`,
      );
    } catch (failure) {
      setError(failure);
      setBusy(false);
    }
  };

  return (
    <Threshold
      title={t('signIn.title')}
      text={api.session.ended ? t('signIn.ended') : t('signIn.text')}
      version={status.version}
    >
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void signIn();
        }}
        className="flex flex-col gap-4"
      >
        <Field label={t('signIn.email')}>
          {(control) => (
            <Input
              type="email"
              name="email"
              autoComplete="username"
              required
              autoFocus
              value={email}
              onChange={(event) => setEmail(event.target.value)}
              {...control}
            />
          )}
        </Field>
        <Field label={t('signIn.password')}>
          {(control) => (
            <Input
              type="password"
              name="password"
              autoComplete="current-password"
              required
              value={password}
              onChange={(event) => setPassword(event.target.value)}
              {...control}
            />
          )}
        </Field>
        {error !== null && <ErrorNote title={t('signIn.failed')} error={error} />}
        <Button kind="primary" type="submit" busy={busy} className="max-md:h-11">
          {t('signIn.action')}
        </Button>
      </form>
    </Threshold>
  );
}
