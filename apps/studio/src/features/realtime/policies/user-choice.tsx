import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ReactNode, useId, useMemo, useState } from 'react';
import { type AuthUser, ProjectAuthApi } from '../../../api/project-auth.ts';
import { queries } from '../../../api/queries.ts';
import { useApi } from '../../../api/use-api.ts';
import { t } from '../../../lib/i18n/translate.ts';
import { Input } from '../../../ui/controls/input.tsx';
import { ErrorNote } from '../../../ui/layout/error-note.tsx';

/** Users that are offered at a time. */
const offered = 6;

/** A user of the project, found by name, e-mail or id. */
export function UserChoice({
  projectRef,
  value,
  onChange,
}: {
  readonly projectRef: string;
  readonly value: string | undefined;
  readonly onChange: (id: string) => void;
}): ReactNode {
  const api = useApi();
  const id = useId();
  const [words, setWords] = useState('');
  const { data: project } = useQuery(queries.project(api, projectRef));
  const auth = useMemo(
    () => (project === undefined ? undefined : new ProjectAuthApi(api.client, project)),
    [api, project],
  );
  const search = words.trim();
  const found = useQuery({
    queryKey: ['project', projectRef, 'users', 'choice', search],
    queryFn: async () => (await auth?.list(1, offered, search))?.users ?? [],
    enabled: auth !== undefined,
    placeholderData: keepPreviousData,
  });
  const chosen = useQuery({
    queryKey: ['project', projectRef, 'users', 'one', value],
    queryFn: () => present(auth).user(value ?? ''),
    enabled: auth !== undefined && value !== undefined,
    retry: false,
  });
  const listed = found.data ?? [];
  const users =
    chosen.data === undefined || listed.some((user) => user.id === value)
      ? listed
      : [chosen.data, ...listed.slice(0, offered - 1)];
  return (
    <div className="mt-2 rounded-control border border-line">
      <Input
        type="search"
        aria-label={t('users.search')}
        placeholder={t('users.search')}
        value={words}
        onChange={(event) => setWords(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') event.preventDefault();
        }}
        className="border-transparent! border-b-line!"
      />
      <fieldset className="p-1">
        <legend className="sr-only">{t('realtime.asUser')}</legend>
        {users.map((user) => (
          <label
            key={user.id}
            className="flex min-h-8 cursor-pointer items-center gap-2 rounded-control px-2 py-1 hover:bg-stone-1 has-checked:bg-verdigris-wash has-focus-visible:outline-2 has-focus-visible:outline-verdigris max-md:min-h-11"
          >
            <input
              type="radio"
              name={id}
              className="size-3.5 shrink-0 accent-verdigris outline-none"
              checked={user.id === value}
              onChange={() => onChange(user.id)}
            />
            <span className="min-w-0 truncate text-ink">{nameOf(user)}</span>
            <span className="data ml-auto shrink-0 text-ink-3 max-md:hidden">
              {user.id.slice(0, 8)}
            </span>
          </label>
        ))}
        {found.data !== undefined && users.length === 0 && (
          <p className="px-2 py-1.5 text-ink-3">
            {search === '' ? t('users.emptyTitle') : t('users.noMatch', { search })}
          </p>
        )}
        {found.data === undefined && found.error === null && (
          <span className="skeleton m-2 block h-3 w-40" />
        )}
        {found.error !== null && <ErrorNote title={t('users.failed')} error={found.error} />}
      </fieldset>
    </div>
  );
}

function present(auth: ProjectAuthApi | undefined): ProjectAuthApi {
  if (auth === undefined) throw new Error('the project is not loaded');
  return auth;
}

const nameOf = ({ email, phone, id }: AuthUser): string => email || phone || id;
