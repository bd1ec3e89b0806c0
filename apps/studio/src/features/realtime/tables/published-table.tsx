import type { RealtimeTable } from '@plinth/console/api';
import { Link } from '@tanstack/react-router';
import { ShieldCheck, ShieldOff, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { useRealtimeTableChange } from '../../../app/use-realtime-table-change.ts';
import { t } from '../../../lib/i18n/translate.ts';
import { Switch } from '../../../ui/controls/switch.tsx';
import { Tooltip } from '../../../ui/overlays/tooltip.tsx';
import { headRow } from '../parts/list-table.tsx';
import { noteOn } from './note-on.ts';

/** Tables with their two switches, and what to know about each. */
export function PublishedTable({
  projectRef,
  tables,
  canWrite,
}: {
  readonly projectRef: string;
  readonly tables: readonly RealtimeTable[];
  readonly canWrite: boolean;
}): ReactNode {
  const change = useRealtimeTableChange(projectRef);
  return (
    <table className="w-full table-fixed border-collapse" aria-label={t('realtime.tables')}>
      <thead className="bg-stone-1 text-left text-ink-3">
        <tr className={`${headRow} [&_th]:border-t`}>
          <th scope="col" className="pl-4!">
            {t('realtime.table')}
          </th>
          <th scope="col" className="w-24 max-md:w-16">
            {t('realtime.live')}
          </th>
          <th scope="col" className="w-36 max-md:w-30">
            <Tooltip side="bottom" label={t('realtime.secureDeletesText')}>
              <span>{t('realtime.secureDeletes')}</span>
            </Tooltip>
          </th>
          <th scope="col" className="w-[38%] max-md:hidden">
            {t('realtime.note')}
          </th>
        </tr>
      </thead>
      <tbody>
        {tables.map((table) => {
          const name = `${table.schema}.${table.name}`;
          const busy = change.isPending && change.variables.table.id === table.id;
          return (
            <tr
              key={table.id}
              className="min-h-(--row) border-b border-line/60 max-md:h-12 [&_td]:px-3 [&_td]:py-1.5"
            >
              <td className="pl-4!">
                <Link
                  to="/project/$ref/table/$schema/$table"
                  params={{ ref: projectRef, schema: table.schema, table: table.name }}
                  className="block truncate rounded-mark text-ink hover:underline"
                >
                  {table.schema !== 'public' && <span className="text-ink-3">{table.schema}.</span>}
                  {table.name}
                </Link>
                <span className="md:hidden">
                  <Note table={table} />
                </span>
              </td>
              <td>
                <Switch
                  label={t('realtime.publish', { table: name })}
                  checked={table.publishedBy !== null}
                  disabled={
                    !canWrite ||
                    busy ||
                    table.publishedBy === 'schema' ||
                    table.publishedBy === 'all'
                  }
                  onChange={(published) => change.mutate({ table, change: { published } })}
                />
              </td>
              <td>
                <Switch
                  label={t('realtime.secureDeletesOf', { table: name })}
                  checked={table.replicaIdentity === 'full'}
                  disabled={!canWrite || busy || table.kind === 'partitioned table'}
                  onChange={(secureDeletes) => change.mutate({ table, change: { secureDeletes } })}
                />
              </td>
              <td className="max-md:hidden">
                <Note table={table} />
              </td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}

function Note({ table }: { readonly table: RealtimeTable }): ReactNode {
  const note = noteOn(table);
  const Icon = note.tone === 'warning' ? TriangleAlert : table.rlsEnabled ? ShieldCheck : ShieldOff;
  return (
    <span className="flex items-start gap-1.5 text-ink-2">
      <Icon
        size={14}
        className={
          note.tone === 'warning' ? 'mt-0.5 shrink-0 text-warning' : 'mt-0.5 shrink-0 text-ink-3'
        }
      />
      {note.text}
    </span>
  );
}
