import { ArrowDown, ArrowDownUp, ArrowUp, FolderPlus, LayoutGrid, List } from 'lucide-react';
import type { ReactNode } from 'react';
import { t } from '../../../lib/i18n/translate.ts';
import { IconButton } from '../../../ui/controls/icon-button.tsx';
import { SearchField } from '../../../ui/controls/search-field.tsx';
import { Segmented } from '../../../ui/controls/segmented.tsx';
import { Menu, MenuChoice, MenuLine } from '../../../ui/overlays/menu.tsx';
import { type BucketSearch, sortColumns } from '../routes.ts';
import { Breadcrumbs } from './breadcrumbs.tsx';
import { sortOf, sortText } from './use-entries.ts';

export interface ToolbarProps {
  readonly projectRef: string;
  readonly bucket: string;
  readonly search: BucketSearch;
  readonly canWrite: boolean;
  readonly onChange: (change: BucketSearch, replace?: boolean) => void;
  readonly onNewFolder: () => void;
}

/** Where in the bucket, what is looked for, and how it is shown. */
export function Toolbar(props: ToolbarProps): ReactNode {
  const { search, canWrite, onChange, onNewFolder } = props;
  return (
    <div className="flex min-h-10 shrink-0 flex-wrap items-center gap-x-2 gap-y-1 border-b border-line px-4 py-1 max-md:px-3">
      <div className="-ml-1 min-w-0 flex-1 max-md:flex-[1_0_100%]">
        <Breadcrumbs projectRef={props.projectRef} bucket={props.bucket} path={search.path ?? ''} />
      </div>
      <SearchField
        label={t('storage.search')}
        group={t('area.storage')}
        className="h-7! w-52! max-md:h-10! max-md:w-auto! max-md:flex-1"
        value={search.search ?? ''}
        onChange={(text) => onChange({ search: text === '' ? undefined : text }, true)}
      />
      {search.search !== undefined && (
        <Segmented
          label={t('storage.scope')}
          value={search.scope ?? 'here'}
          options={[
            { value: 'here', label: t('storage.scopeHere') },
            { value: 'all', label: t('storage.scopeAll') },
          ]}
          onChange={(scope) => onChange({ scope: scope === 'all' ? 'all' : undefined }, true)}
        />
      )}
      {canWrite && (
        <IconButton label={t('storage.newFolder')} keys="alt+n" onClick={onNewFolder}>
          <FolderPlus size={17} />
        </IconButton>
      )}
      <SortMenu search={search} onChange={onChange} />
      <Segmented
        label={t('storage.view')}
        value={search.view ?? 'list'}
        options={[
          {
            value: 'list',
            label: <ViewIcon label={t('storage.viewList')} icon={<List size={15} />} />,
          },
          {
            value: 'grid',
            label: <ViewIcon label={t('storage.viewGrid')} icon={<LayoutGrid size={15} />} />,
          },
        ]}
        onChange={(view) => onChange({ view: view === 'grid' ? 'grid' : undefined }, true)}
      />
    </div>
  );
}

const ViewIcon = ({
  label,
  icon,
}: {
  readonly label: string;
  readonly icon: ReactNode;
}): ReactNode => (
  <>
    <span className="sr-only">{label}</span>
    <span aria-hidden="true" title={label}>
      {icon}
    </span>
  </>
);

function SortMenu({ search, onChange }: Pick<ToolbarProps, 'search' | 'onChange'>): ReactNode {
  const sort = sortOf(search.sort);
  return (
    <Menu
      align="end"
      trigger={
        <IconButton label={t('storage.sort')}>
          <ArrowDownUp size={16} />
        </IconButton>
      }
    >
      <MenuChoice
        label={t('storage.sortBy')}
        value={sort.column}
        options={sortColumns.map((value) => ({ value, label: t(`storage.sort.${value}`) }))}
        onChange={(column) => onChange({ sort: sortText({ ...sort, column }) }, true)}
      />
      <MenuLine />
      <MenuChoice
        label={t('storage.order')}
        value={sort.descending ? 'desc' : 'asc'}
        options={[
          { value: 'asc', label: t('storage.ascending') },
          { value: 'desc', label: t('storage.descending') },
        ]}
        onChange={(order) =>
          onChange({ sort: sortText({ ...sort, descending: order === 'desc' }) }, true)
        }
      />
    </Menu>
  );
}

/** The names of the columns; those that the server can sort by are buttons. */
export function ColumnHeads({
  search,
  onChange,
}: Pick<ToolbarProps, 'search' | 'onChange'>): ReactNode {
  const sort = sortOf(search.sort);
  const head = (column: 'name' | 'updated_at', label: string, className: string): ReactNode => {
    const isSorted = sort.column === column;
    const Arrow = sort.descending ? ArrowDown : ArrowUp;
    const descending = isSorted ? !sort.descending : column !== 'name';
    return (
      <button
        type="button"
        aria-label={t('storage.sortByColumn', { column: label })}
        aria-pressed={isSorted}
        onClick={() => onChange({ sort: sortText({ column, descending }) })}
        className={`flex h-full items-center gap-1 rounded-mark hover:text-ink ${className}`}
      >
        {label}
        {isSorted && <Arrow size={13} className="text-ink-2" />}
      </button>
    );
  };
  return (
    <div className="grid h-8 shrink-0 grid-cols-[40px_28px_minmax(0,1fr)_88px_152px_120px] items-center border-b border-line bg-stone-1 text-ink-3 max-xl:grid-cols-[40px_28px_minmax(0,1fr)_88px_120px] max-md:hidden">
      <span className="col-span-2" />
      {head('name', t('storage.name'), 'justify-self-start')}
      <span className="px-2 text-right">{t('storage.size')}</span>
      <span className="px-2 max-xl:hidden">{t('storage.type')}</span>
      {head('updated_at', t('storage.modified'), 'justify-self-start px-2')}
    </div>
  );
}
