import type { TableDetails, TableSummary } from '@plinth/console/api';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import {
  ArrowLeft,
  Columns3,
  EllipsisVertical,
  ShieldCheck,
  ShieldOff,
  Trash2,
} from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { queries } from '../../api/queries.ts';
import { useApi } from '../../api/use-api.ts';
import { t } from '../../lib/i18n/translate.ts';
import { useShortcut } from '../../lib/shortcuts.ts';
import { Badge } from '../../ui/controls/badge.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { IconButton } from '../../ui/controls/icon-button.tsx';
import { Menu, MenuItem, MenuLine } from '../../ui/overlays/menu.tsx';
import { DropTable } from './list/drop-table.tsx';

export interface TableHeadProps {
  readonly projectRef: string;
  readonly schema: string;
  readonly name: string;
  readonly summary: TableSummary | undefined;
  readonly details: TableDetails | undefined;
  readonly canWrite: boolean;
}

/** The name of the table, who may read it, and what can be done with it. */
export function TableHead(props: TableHeadProps): ReactNode {
  const { projectRef, schema, name, summary, details } = props;
  const navigate = useNavigate();
  const [dropping, setDropping] = useState(false);
  const open = (panel: 'new-row' | 'definition'): void =>
    void navigate({ to: '.', search: (search) => ({ ...search, panel }) });
  const editable = details?.editable === true;
  useShortcut(
    {
      keys: 'alt+i',
      label: t('row.new'),
      group: t('area.tables'),
      typing: true,
      run: () => open('new-row'),
    },
    editable,
  );
  return (
    <header className="flex min-h-11 shrink-0 items-center gap-2 border-b border-line pl-4 pr-2 max-md:pl-1">
      <Link
        to="/project/$ref/table"
        params={{ ref: projectRef }}
        search={{ schema }}
        aria-label={t('table.toList')}
        className="grid size-10 place-items-center text-ink-2 lg:hidden"
      >
        <ArrowLeft size={18} />
      </Link>
      <h1 className="min-w-0 truncate text-lead font-semibold text-ink">
        {schema !== 'public' && <span className="font-normal text-ink-3">{schema}.</span>}
        {name}
      </h1>
      {summary !== undefined && <Rls table={summary} />}
      <div className="ml-auto flex items-center gap-1">
        {editable && (
          <Button kind="primary" size="small" onClick={() => open('new-row')}>
            {t('row.new')}
          </Button>
        )}
        <MoreMenu
          {...props}
          onDefinition={() => open('definition')}
          onDrop={() => setDropping(true)}
        />
      </div>
      {dropping && details !== undefined && (
        <DropTable projectRef={projectRef} table={details} onClose={() => setDropping(false)} />
      )}
    </header>
  );
}

function MoreMenu({
  projectRef,
  schema,
  details,
  canWrite,
  onDefinition,
  onDrop,
}: TableHeadProps & {
  readonly onDefinition: () => void;
  readonly onDrop: () => void;
}): ReactNode {
  const api = useApi();
  const { data: schemas } = useQuery(queries.schemas(api, projectRef));
  const isOurs = schemas?.find((one) => one.name === schema)?.system === false;
  const isTable = details?.kind === 'table' || details?.kind === 'partitioned table';
  return (
    <Menu
      align="end"
      trigger={
        <IconButton label={t('table.more')}>
          <EllipsisVertical size={17} />
        </IconButton>
      }
    >
      <MenuItem icon={<Columns3 size={16} />} onSelect={onDefinition}>
        {t('table.definition')}
      </MenuItem>
      {isTable && isOurs && canWrite && (
        <>
          <MenuLine />
          <MenuItem danger icon={<Trash2 size={16} />} onSelect={onDrop}>
            {t('table.drop')}
          </MenuItem>
        </>
      )}
    </Menu>
  );
}

function Rls({ table }: { readonly table: TableSummary }): ReactNode {
  if (table.kind === 'view' || table.kind === 'materialized view')
    return <Badge>{t(`kind.${table.kind}`)}</Badge>;
  return table.rlsEnabled ? (
    <span className="max-md:hidden">
      <Badge icon={<ShieldCheck size={13} />}>
        {table.policyCount === 0
          ? t('table.rlsNoPolicy')
          : t('table.rlsOn', { count: table.policyCount })}
      </Badge>
    </span>
  ) : (
    <Badge tone="warning" icon={<ShieldOff size={13} />}>
      {t('table.rlsOff')}
    </Badge>
  );
}
