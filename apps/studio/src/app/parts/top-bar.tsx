import { Search } from 'lucide-react';
import type { ReactNode } from 'react';
import { t } from '../../lib/i18n/translate.ts';
import { Kbd } from '../../ui/controls/kbd.tsx';
import { Mark } from '../../ui/layout/pedestal.tsx';
import { MemberMenu } from './member-menu.tsx';
import { ProjectSwitcher } from './project-switcher.tsx';

/** Where you are, the search, and who you are. */
export function TopBar({ onSearch }: { readonly onSearch: () => void }): ReactNode {
  return (
    <header className="flex h-11 shrink-0 items-center border-b border-line bg-stone-1 pr-2">
      <span className="grid w-12 shrink-0 place-items-center">
        <Mark />
      </span>
      <ProjectSwitcher />
      <button
        type="button"
        onClick={onSearch}
        className="ml-auto mr-2 flex h-7 w-64 items-center gap-2 rounded-control border border-line bg-paper px-2 text-ink-3 hover:border-line-strong hover:text-ink-2 max-lg:w-44 max-md:hidden"
      >
        <Search size={14} />
        <span className="min-w-0 flex-1 truncate text-left">{t('palette.button')}</span>
        <Kbd keys="mod+k" />
      </button>
      <span className="max-md:ml-auto">
        <MemberMenu />
      </span>
    </header>
  );
}
