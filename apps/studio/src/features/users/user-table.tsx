import { Ban, CircleCheck, CircleDashed, Ghost, Mail, Trash2 } from 'lucide-react';
import type { KeyboardEvent, ReactNode } from 'react';
import type { AuthUser } from '../../api/project-auth.ts';
import { now } from '../../lib/browser.ts';
import { cx } from '../../lib/class-names.ts';
import { t } from '../../lib/i18n/translate.ts';
import { Badge, type Tone } from '../../ui/controls/badge.tsx';
import { Time } from '../../ui/layout/time.tsx';
import { nameOf, stateOf, type UserState } from './use-users.ts';

const marks: Readonly<Record<UserState, { readonly tone: Tone; readonly icon: ReactNode }>> = {
  active: { tone: 'neutral', icon: <CircleCheck size={13} className="text-success" /> },
  banned: { tone: 'danger', icon: <Ban size={13} /> },
  unconfirmed: { tone: 'warning', icon: <CircleDashed size={13} /> },
  invited: { tone: 'warning', icon: <Mail size={13} /> },
  anonymous: { tone: 'neutral', icon: <Ghost size={13} /> },
  deleted: { tone: 'danger', icon: <Trash2 size={13} /> },
};

/** The state of an account, in a word. */
export function UserStateBadge({ user }: { readonly user: AuthUser }): ReactNode {
  const state = stateOf(user, now());
  const { tone, icon } = marks[state];
  return (
    <Badge tone={tone} icon={icon}>
      {t(`userState.${state}`)}
    </Badge>
  );
}

/** How someone signs in: `email, google`. */
export function providersOf(user: AuthUser): string {
  const { providers, provider } = user.app_metadata;
  if (Array.isArray(providers))
    return providers.filter((one) => typeof one === 'string').join(', ');
  return typeof provider === 'string' ? provider : '';
}

/** The users of a page; on a telephone their name, state and last visit. Undefined while they are on their way. */
export function UserTable({
  users,
  chosen,
  onOpen,
}: {
  readonly users: readonly AuthUser[] | undefined;
  readonly chosen: string | undefined;
  readonly onOpen: (id: string) => void;
}): ReactNode {
  const onKey = (event: KeyboardEvent<HTMLElement>): void => {
    if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
    const all = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-user]')];
    const at = all.findIndex((one) => document.activeElement?.isSameNode(one));
    const next = all[at + (event.key === 'ArrowDown' ? 1 : -1)];
    if (at < 0 || next === undefined) return;
    event.preventDefault();
    next.focus();
  };
  return (
    <table className="w-full table-fixed border-collapse" aria-label={t('area.users')}>
      <thead className="sticky top-0 z-10 bg-stone-1 text-left text-ink-3 max-md:sr-only">
        <tr className="h-8 [&_th]:border-b [&_th]:border-line [&_th]:px-3 [&_th]:font-normal">
          <th scope="col" className="pl-4!">
            {t('users.name')}
          </th>
          <th scope="col" className="w-32">
            {t('users.state')}
          </th>
          <th scope="col" className="w-40 max-lg:hidden">
            {t('users.providers')}
          </th>
          <th scope="col" className="w-36">
            {t('users.lastSignIn')}
          </th>
          <th scope="col" className="w-36 max-lg:hidden">
            {t('users.created')}
          </th>
        </tr>
      </thead>
      <tbody onKeyDown={onKey}>
        {users === undefined
          ? skeleton
          : users.map((user) => (
              <tr
                key={user.id}
                onClick={() => onOpen(user.id)}
                className={cx(
                  'h-(--row) cursor-pointer border-b border-line/60 max-md:h-15 [&_td]:px-3',
                  user.id === chosen ? 'bg-verdigris-wash' : 'hover:bg-stone-1',
                )}
              >
                <td className="pl-4! max-md:w-full">
                  <button
                    type="button"
                    data-user={user.id}
                    aria-current={user.id === chosen || undefined}
                    onClick={(event) => {
                      event.stopPropagation();
                      onOpen(user.id);
                    }}
                    className="block w-full truncate rounded-mark text-left text-ink"
                  >
                    {nameOf(user)}
                  </button>
                  <span className="text-ink-3 md:hidden">
                    {user.last_sign_in_at ? (
                      <>
                        {t('users.lastSignIn')} <Time at={user.last_sign_in_at} />
                      </>
                    ) : (
                      t('users.neverSignedIn')
                    )}
                  </span>
                </td>
                <td className="max-md:text-right">
                  <UserStateBadge user={user} />
                </td>
                <td className="truncate text-ink-2 max-lg:hidden">{providersOf(user)}</td>
                <td className="text-ink-2 max-md:hidden">
                  <Time at={user.last_sign_in_at} />
                </td>
                <td className="text-ink-2 max-lg:hidden">
                  <Time at={user.created_at} />
                </td>
              </tr>
            ))}
      </tbody>
    </table>
  );
}

const skeleton = [62, 48, 70, 55, 66, 51, 59, 73].map((width) => (
  <tr key={width} className="h-(--row) border-b border-line/60">
    <td className="px-4">
      <span className="skeleton block h-3" style={{ width: `${width}%` }} />
    </td>
    <td className="px-3">
      <span className="skeleton block h-3 w-16" />
    </td>
    <td className="px-3 max-lg:hidden">
      <span className="skeleton block h-3 w-20" />
    </td>
    <td className="px-3 max-md:hidden">
      <span className="skeleton block h-3 w-20" />
    </td>
    <td className="px-3 max-lg:hidden">
      <span className="skeleton block h-3 w-20" />
    </td>
  </tr>
));
