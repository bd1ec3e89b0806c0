import { Ban, EllipsisVertical, Link2, MailCheck, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import type { AuthUser, ProjectAuthApi } from '../../api/project-auth.ts';
import { now } from '../../lib/browser.ts';
import { t } from '../../lib/i18n/translate.ts';
import { IconButton } from '../../ui/controls/icon-button.tsx';
import { Menu, MenuItem, MenuLine } from '../../ui/overlays/menu.tsx';
import { nameOf, stateOf } from './use-users.ts';
import type { UserAction } from './user-actions.tsx';

/** Hours, as the Auth API takes them. The last is a hundred years. */
const bans = ['24h', '168h', '876000h'] as const;

/** The rarer things that can be done with a user. */
export function UserMenu({
  auth,
  user,
  onAct,
  onLink,
  onDelete,
}: {
  readonly auth: ProjectAuthApi;
  readonly user: AuthUser;
  readonly onAct: (action: UserAction) => void;
  readonly onLink: () => void;
  readonly onDelete: () => void;
}): ReactNode {
  const name = nameOf(user);
  const state = stateOf(user, now());
  const ban = (ban_duration: string, done: string): void =>
    onAct({ run: () => auth.change(user.id, { ban_duration }), done });
  return (
    <Menu
      align="end"
      trigger={
        <IconButton label={t('users.more')}>
          <EllipsisVertical size={17} />
        </IconButton>
      }
    >
      {user.email !== undefined && user.email !== '' && (
        <MenuItem icon={<Link2 size={16} />} onSelect={onLink}>
          {t('users.makeLink')}
        </MenuItem>
      )}
      {(state === 'unconfirmed' || state === 'invited') && (
        <MenuItem
          icon={<MailCheck size={16} />}
          onSelect={() =>
            onAct({
              run: () => auth.change(user.id, { email_confirm: true }),
              done: t('users.confirmedDone', { name }),
            })
          }
        >
          {t('users.confirm')}
        </MenuItem>
      )}
      <MenuLine />
      {state === 'banned' ? (
        <MenuItem
          icon={<Ban size={16} />}
          onSelect={() => ban('none', t('users.unbanned', { name }))}
        >
          {t('users.unban')}
        </MenuItem>
      ) : (
        bans.map((duration) => (
          <MenuItem
            key={duration}
            icon={<Ban size={16} />}
            onSelect={() => ban(duration, t('users.banned', { name }))}
          >
            {t(`users.ban.${duration}`)}
          </MenuItem>
        ))
      )}
      <MenuLine />
      <MenuItem danger icon={<Trash2 size={16} />} onSelect={onDelete}>
        {t('users.delete')}
      </MenuItem>
    </Menu>
  );
}
