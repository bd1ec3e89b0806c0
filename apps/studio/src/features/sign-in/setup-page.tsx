import { useRouter } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { ApiError } from '../../api/errors.ts';
import { useApi } from '../../api/use-api.ts';
import { t } from '../../lib/i18n/translate.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Field } from '../../ui/controls/field.tsx';
import { Input } from '../../ui/controls/input.tsx';
import { ErrorNote } from '../../ui/layout/error-note.tsx';
import { setupRoute } from './routes.ts';
import { Threshold } from './threshold.tsx';

const empty = { name: '', email: '', password: '', token: '' };

/** First start: creates the owner account and signs in with it. */
export function SetupPage(): ReactNode {
  const api = useApi();
  const router = useRouter();
  const { status } = setupRoute.useRouteContext();
  const [values, setValues] = useState(empty);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);

  const create = async (): Promise<void> => {
    const { name, email, password, token } = values;
    setBusy(true);
    setError(null);
    try {
      await api.console.setUp({
        name: name.trim(),
        email: email.trim(),
        password,
        ...(status.setupTokenRequired && { token: token.trim() }),
      });
      api.session.set(await api.memberAuth.signIn(email.trim(), password));
    } catch (failure) {
      setError(failure);
      setBusy(false);
      if (!(failure instanceof ApiError && failure.code === 'already_set_up')) return;
    }
    await api.status(true);
    await router.invalidate();
  };

  const input = (
    name: keyof typeof empty,
    type: string,
    autoComplete: string,
    label: string,
    hint?: string,
  ): ReactNode => (
    <Field label={label} hint={hint}>
      {(control) => (
        <Input
          type={type}
          name={name}
          autoComplete={autoComplete}
          required
          autoFocus={name === 'name'}
          value={values[name]}
          onChange={(event) => setValues({ ...values, [name]: event.target.value })}
          {...control}
        />
      )}
    </Field>
  );

  return (
    <Threshold title={t('setup.title')} text={t('setup.text')} version={status.version}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void create();
        }}
        className="flex flex-col gap-4"
      >
        {input('name', 'text', 'name', t('setup.name'))}
        {input('email', 'email', 'username', t('signIn.email'))}
        {input(
          'password',
          'password',
          'new-password',
          t('signIn.password'),
          t('setup.passwordHint'),
        )}
        {status.setupTokenRequired &&
          input('token', 'text', 'one-time-code', t('setup.token'), t('setup.tokenHint'))}
        {error !== null && <ErrorNote title={t('setup.failed')} error={error} />}
        <Button kind="primary" type="submit" busy={busy} className="max-md:h-11">
          {t('setup.action')}
        </Button>
      </form>
    </Threshold>
  );
}
