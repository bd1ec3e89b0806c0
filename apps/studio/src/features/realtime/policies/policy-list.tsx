import type { Policy } from '@plinth/console/api';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ShieldCheck, SquareTerminal } from 'lucide-react';
import type { ReactNode } from 'react';
import { queries } from '../../../api/queries.ts';
import { useApi } from '../../../api/use-api.ts';
import { t } from '../../../lib/i18n/translate.ts';
import { Badge } from '../../../ui/controls/badge.tsx';
import { buttonClass } from '../../../ui/controls/button.tsx';
import { CodeBlock } from '../../../ui/layout/code-block.tsx';
import { ErrorNote } from '../../../ui/layout/error-note.tsx';
import { policyTemplate } from './policy-template.ts';

/** The policies on `realtime.messages`, in the words of the database. */
export function PolicyList({
  projectRef,
  canWrite,
}: {
  readonly projectRef: string;
  readonly canWrite: boolean;
}): ReactNode {
  const api = useApi();
  const tables = useQuery(queries.tables(api, projectRef, 'realtime'));
  const id = tables.data?.find(({ name }) => name === 'messages')?.id;
  const details = useQuery({
    ...queries.table(api, projectRef, id ?? 0),
    enabled: id !== undefined,
  });
  const error = tables.error ?? details.error;
  const policies = details.data?.policies;
  return (
    <section aria-labelledby="policies" className="min-w-0 flex-1 max-lg:mt-8 max-lg:w-full">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 id="policies" className="text-lead font-semibold text-ink">
          {t('realtime.policiesTitle')}
        </h2>
        {canWrite && (
          <Link
            to="/project/$ref/sql"
            params={{ ref: projectRef }}
            search={{ sql: policyTemplate }}
            className={buttonClass('plain', 'small')}
          >
            <SquareTerminal size={14} />
            {t('storage.writePolicy')}
          </Link>
        )}
      </div>
      <p className="mt-0.5 text-ink-2">{t('realtime.policiesText')}</p>
      {error !== null && (
        <div className="mt-3">
          <ErrorNote title={t('realtime.policiesFailed')} error={error} />
        </div>
      )}
      {policies === undefined && error === null && (
        <div className="mt-4 flex flex-col gap-3">
          <span className="skeleton h-4 w-1/2" />
          <span className="skeleton h-10 w-full" />
        </div>
      )}
      {policies?.length === 0 && (
        <div className="mt-3">
          <p className="mb-3 flex items-start gap-2 rounded-control border border-line bg-stone-1 px-3 py-2 text-ink">
            <ShieldCheck size={16} className="mt-0.5 shrink-0 text-ink-3" />
            {t('realtime.noPolicies')}
          </p>
          <CodeBlock label={t('realtime.firstPolicy')} code={policyTemplate} />
        </div>
      )}
      <ul>
        {policies?.map((policy) => (
          <li key={policy.name} className="border-b border-line/60 py-3 last:border-b-0">
            <PolicyText policy={policy} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function PolicyText({ policy }: { readonly policy: Policy }): ReactNode {
  const conditions = [
    [t('storage.using'), policy.using],
    [t('storage.check'), policy.check],
  ] as const;
  return (
    <>
      <div className="flex flex-wrap items-center gap-1.5">
        <h3 className="mr-1 min-w-0 break-words font-medium text-ink">{policy.name}</h3>
        <Badge>{t(`realtime.command.${policy.command}`)}</Badge>
        {policy.roles.map((role) => (
          <Badge key={role}>{role}</Badge>
        ))}
        {!policy.permissive && <Badge tone="warning">{t('storage.restrictive')}</Badge>}
      </div>
      {conditions.map(
        ([name, text]) =>
          text !== null && (
            <div key={name} className="mt-2">
              <p className="mb-1 text-ink-3">{name}</p>
              <CodeBlock wrap label={name} code={text} />
            </div>
          ),
      )}
    </>
  );
}
