import { useQuery } from '@tanstack/react-query';
import { LogOut } from 'lucide-react';
import type { ReactNode } from 'react';
import { queries } from '../../api/queries.ts';
import { useApi } from '../../api/use-api.ts';
import { t } from '../../lib/i18n/translate.ts';
import { preferences, setPreferences } from '../../lib/state/preferences.ts';
import { useStore } from '../../lib/state/store.ts';
import { Menu, MenuChoice, MenuItem, MenuLine } from '../../ui/overlays/menu.tsx';
import { useSignOut } from './use-sign-out.ts';

/** Up to two letters that stand for a person. */
function initials(name: string): string {
  const words = name.split(/[\s.@_-]+/).filter(Boolean);
  return `${words[0]?.[0] ?? ''}${words.length > 1 ? (words[1]?.[0] ?? '') : ''}`.toUpperCase();
}

/** Who is signed in, how they like Studio, and the way out. */
export function MemberMenu(): ReactNode {
  const api = useApi();
  const { data: me } = useQuery(queries.me(api));
  const { theme, density } = useStore(preferences);
  const signOut = useSignOut();
  const email = me?.email ?? api.session.get()?.email ?? '';
  const name = me?.name ?? email;
  return (
    <Menu
      align="end"
      trigger={
        <button
          type="button"
          className="grid size-8 place-items-center rounded-control hover:bg-stone-2 max-md:size-10"
        >
          <span
            aria-hidden="true"
            className="grid size-6 place-items-center rounded-mark border border-line-strong/70 bg-paper text-small font-medium text-ink-2"
          >
            {initials(name)}
          </span>
          <span className="sr-only">{t('member.menu', { name })}</span>
        </button>
      }
    >
      <div className="px-2 pb-1 pt-1.5">
        <div className="truncate font-medium text-ink">{name}</div>
        {name !== email && <div className="truncate text-ink-3">{email}</div>}
        {me !== undefined && <div className="text-ink-3">{t(`role.${me.role}`)}</div>}
      </div>
      <MenuLine />
      <MenuChoice
        label={t('theme.label')}
        value={theme}
        options={[
          { value: 'system', label: t('theme.system') },
          { value: 'light', label: t('theme.light') },
          { value: 'dark', label: t('theme.dark') },
        ]}
        onChange={(next) => setPreferences({ theme: next })}
      />
      <MenuLine />
      <MenuChoice
        label={t('density.label')}
        value={density}
        options={[
          { value: 'normal', label: t('density.normal') },
          { value: 'compact', label: t('density.compact') },
        ]}
        onChange={(next) => setPreferences({ density: next })}
      />
      <MenuLine />
      <MenuItem icon={<LogOut size={16} />} onSelect={signOut}>
        {t('member.signOut')}
      </MenuItem>
    </Menu>
  );
}
