import type { ForeignKey, TableDetails } from '@plinth/console/api';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { t } from '../../../lib/i18n/translate.ts';
import { formatBytes } from '../../../lib/text/format.ts';
import { shortType } from '../../../lib/text/type-names.ts';
import { Badge } from '../../../ui/controls/badge.tsx';
import { DetailPane } from '../../../ui/layout/detail-pane.tsx';

/** How a table is made: columns, keys, policies. */
export function DefinitionSheet({
  projectRef,
  table,
  onClose,
}: {
  readonly projectRef: string;
  readonly table: TableDetails;
  readonly onClose: () => void;
}): ReactNode {
  return (
    <DetailPane
      name="definition"
      title={t('table.definition')}
      subtitle={`${table.schema}.${table.name} · ${formatBytes(table.size)}`}
      onClose={onClose}
    >
      {table.comment !== null && <p className="px-4 pt-3 text-ink-2">{table.comment}</p>}
      <Section title={t('definition.columns')}>
        {table.columns.map((column) => (
          <li key={column.name} className="border-b border-line/60 px-4 py-1.5">
            <div className="flex items-baseline gap-2">
              <span className="truncate font-medium text-ink">{column.name}</span>
              <span className="data min-w-0 flex-1 truncate text-ink-3">
                {shortType(column.type)}
              </span>
              {table.primaryKey.includes(column.name) && <Badge>{t('definition.key')}</Badge>}
              {column.unique && !table.primaryKey.includes(column.name) && (
                <Badge>{t('definition.unique')}</Badge>
              )}
              {!column.nullable && !table.primaryKey.includes(column.name) && (
                <Badge>{t('definition.notNull')}</Badge>
              )}
            </div>
            {(column.default !== null || column.identity !== null) && (
              <div className="data truncate text-ink-3">
                {column.identity === null ? column.default : t('field.identity')}
              </div>
            )}
          </li>
        ))}
      </Section>
      {table.foreignKeys.length > 0 && (
        <Section title={t('definition.references')}>
          {table.foreignKeys.map((key) => (
            <KeyLine
              key={key.name}
              projectRef={projectRef}
              foreignKey={key}
              schema={key.targetSchema}
              table={key.targetTable}
            />
          ))}
        </Section>
      )}
      {table.referencedBy.length > 0 && (
        <Section title={t('definition.referencedBy')}>
          {table.referencedBy.map((key) => (
            <KeyLine
              key={`${key.table} ${key.name}`}
              projectRef={projectRef}
              foreignKey={key}
              schema={key.schema}
              table={key.table}
            />
          ))}
        </Section>
      )}
      <Section title={t('definition.policies')}>
        {table.policies.map((policy) => (
          <li key={policy.name} className="border-b border-line/60 px-4 py-1.5">
            <div className="flex items-baseline gap-2">
              <span className="min-w-0 flex-1 truncate font-medium text-ink">{policy.name}</span>
              <Badge>{policy.command}</Badge>
            </div>
            <div className="text-ink-3">{policy.roles.join(', ')}</div>
            {policy.using !== null && (
              <code className="data block break-words text-ink-2">using {policy.using}</code>
            )}
            {policy.check !== null && (
              <code className="data block break-words text-ink-2">check {policy.check}</code>
            )}
          </li>
        ))}
        {table.policies.length === 0 && (
          <li className="px-4 py-2 text-ink-3">
            {table.rlsEnabled ? t('definition.noPolicies') : t('tables.noRls')}
          </li>
        )}
      </Section>
    </DetailPane>
  );
}

const Section = ({
  title,
  children,
}: {
  readonly title: string;
  readonly children: ReactNode;
}): ReactNode => (
  <section className="pt-4">
    <h3 className="border-b border-line px-4 pb-1 text-ink-3">{title}</h3>
    <ul>{children}</ul>
  </section>
);

function KeyLine({
  projectRef,
  foreignKey,
  schema,
  table,
}: {
  readonly projectRef: string;
  readonly foreignKey: ForeignKey;
  readonly schema: string;
  readonly table: string;
}): ReactNode {
  return (
    <li className="border-b border-line/60 px-4 py-1.5">
      <div className="flex items-baseline gap-2">
        <span className="data min-w-0 flex-1 truncate">
          {foreignKey.columns.join(', ')} → {foreignKey.targetTable} (
          {foreignKey.targetColumns.join(', ')})
        </span>
        <Link
          to="/project/$ref/table/$schema/$table"
          params={{ ref: projectRef, schema, table }}
          className="font-medium text-verdigris-deep hover:underline"
        >
          {table}
        </Link>
      </div>
      <div className="text-ink-3">
        {t('definition.onDelete', { action: t(`action.fk.${foreignKey.onDelete}`) })}
      </div>
    </li>
  );
}
