import type { SchemaSummary, TableSummary } from '@plinth/console/api';
import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate } from '@tanstack/react-router';
import { Eye, Plus, ShieldOff, Table2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { queries } from '../../../api/queries.ts';
import { useApi } from '../../../api/use-api.ts';
import { useCanWrite } from '../../../api/use-can-write.ts';
import { t } from '../../../lib/i18n/translate.ts';
import { formatBytes, formatCompact } from '../../../lib/text/format.ts';
import { rank } from '../../../lib/text/fuzzy.ts';
import { IconButton } from '../../../ui/controls/icon-button.tsx';
import { Input, Select } from '../../../ui/controls/input.tsx';
import { ErrorNote } from '../../../ui/layout/error-note.tsx';

export interface TableListProps {
  readonly projectRef: string;
  readonly schema: string;
  readonly chosen: string | undefined;
  readonly onNew: () => void;
}

/** The tables of a schema, found by a few letters. */
export function TableList({ projectRef, schema, chosen, onNew }: TableListProps): ReactNode {
  const api = useApi();
  const navigate = useNavigate();
  const [text, setText] = useState('');
  const { data: schemas } = useQuery(queries.schemas(api, projectRef));
  const { data: tables, error, refetch } = useQuery(queries.tables(api, projectRef, schema));
  const found = rank(
    (tables ?? []).map((table) => ({ label: table.name, table })),
    text,
  );
  const canWrite = useCanWrite(projectRef);
  const isSystem = schemas?.find(({ name }) => name === schema)?.system === true;
  return (
    <section aria-label={t('tables.list')} className="flex h-full flex-col">
      <div className="flex h-11 shrink-0 items-center gap-1 border-b border-line px-2">
        <SchemaSelect
          schemas={schemas ?? []}
          value={schema}
          onChange={(next) =>
            void navigate({
              to: '/project/$ref/table',
              params: { ref: projectRef },
              search: { schema: next },
            })
          }
        />
        <IconButton
          label={t('tables.new')}
          keys="alt+n"
          disabled={isSystem || !canWrite}
          onClick={onNew}
        >
          <Plus size={17} />
        </IconButton>
      </div>
      <div className="shrink-0 px-2 pb-1 pt-2">
        <Input
          type="search"
          aria-label={t('tables.filter')}
          placeholder={t('tables.filter')}
          value={text}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={(event) => {
            const first = found[0];
            if (event.key !== 'Enter' || first === undefined) return;
            void navigate({
              to: '/project/$ref/table/$schema/$table',
              params: { ref: projectRef, schema, table: first.table.name },
            });
          }}
          className="h-7! max-md:h-10!"
        />
      </div>
      <nav aria-label={t('tables.list')} className="min-h-0 flex-1 overflow-auto px-2 pb-2">
        {error !== null && (
          <ErrorNote title={t('tables.listFailed')} error={error} onRetry={() => void refetch()} />
        )}
        {tables === undefined && error === null && <ListSkeleton />}
        <ul>
          {found.map(({ table }) => (
            <li key={table.id}>
              <TableLink projectRef={projectRef} table={table} chosen={table.name === chosen} />
            </li>
          ))}
        </ul>
        {tables !== undefined && found.length === 0 && (
          <p className="px-2 py-2 text-ink-3">
            {text === '' ? t('tables.none', { schema }) : t('combobox.nothing')}
          </p>
        )}
      </nav>
    </section>
  );
}

function SchemaSelect({
  schemas,
  value,
  onChange,
}: {
  readonly schemas: readonly SchemaSummary[];
  readonly value: string;
  readonly onChange: (schema: string) => void;
}): ReactNode {
  const option = ({ name }: SchemaSummary): ReactNode => (
    <option key={name} value={name}>
      {name}
    </option>
  );
  return (
    <Select
      className="flex-1"
      aria-label={t('tables.schema')}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    >
      {!schemas.some(({ name }) => name === value) && <option value={value}>{value}</option>}
      {schemas.filter(({ system }) => !system).map(option)}
      <optgroup label={t('tables.systemSchemas')}>
        {schemas.filter(({ system }) => system).map(option)}
      </optgroup>
    </Select>
  );
}

function TableLink({
  projectRef,
  table,
  chosen,
}: {
  readonly projectRef: string;
  readonly table: TableSummary;
  readonly chosen: boolean;
}): ReactNode {
  const isView = table.kind === 'view' || table.kind === 'materialized view';
  const Icon = isView ? Eye : Table2;
  const open = !isView && !table.rlsEnabled && table.schema === 'public';
  return (
    <Link
      to="/project/$ref/table/$schema/$table"
      params={{ ref: projectRef, schema: table.schema, table: table.name }}
      aria-current={chosen ? 'page' : undefined}
      title={[table.name, t(`kind.${table.kind}`), formatBytes(table.size), table.comment]
        .filter(Boolean)
        .join(' · ')}
      className="relative flex h-8 items-center gap-2 rounded-control px-2 text-ink-2 -outline-offset-2 hover:bg-stone-2 hover:text-ink aria-[current]:bg-stone-3 aria-[current]:font-medium aria-[current]:text-ink max-md:h-11"
    >
      <Icon size={15} strokeWidth={1.6} className="shrink-0 text-ink-3" />
      <span className="min-w-0 flex-1 truncate">{table.name}</span>
      {open && (
        <span role="img" aria-label={t('tables.noRls')} title={t('tables.noRls')}>
          <ShieldOff size={14} className="text-warning" />
        </span>
      )}
      {table.estimatedRows !== null && (
        <span className="shrink-0 text-small font-normal text-ink-3">
          {formatCompact(table.estimatedRows)}
        </span>
      )}
    </Link>
  );
}

const ListSkeleton = (): ReactNode => (
  <div role="status" aria-label={t('page.loading')} className="pt-1">
    {[60, 44, 72, 52, 66, 40].map((width) => (
      <div key={width} className="flex h-8 items-center px-2">
        <span className="skeleton h-3" style={{ width: `${width}%` }} />
      </div>
    ))}
  </div>
);
