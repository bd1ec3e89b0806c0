import { useQuery } from '@tanstack/react-query';
import { useParams } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { queries } from '../../api/queries.ts';
import { useApi } from '../../api/use-api.ts';
import { useDocumentTitle } from '../../app/document-title.ts';
import { t } from '../../lib/i18n/translate.ts';
import { formatBytes, formatNumber } from '../../lib/text/format.ts';
import { ErrorNote } from '../../ui/layout/error-note.tsx';
import { Time } from '../../ui/layout/time.tsx';
import { Connection } from './connection.tsx';
import { NextSteps } from './next-steps.tsx';
import { Snippets } from './snippets-panel.tsx';

/** The project at a glance. */
export function HomePage(): ReactNode {
  const { ref } = useParams({ from: '/project/$ref/' });
  const api = useApi();
  const { data: project, error, refetch } = useQuery(queries.project(api, ref));
  useDocumentTitle(project?.name);
  return (
    <div className="h-full overflow-auto">
      <div className="max-w-296 px-8 pb-12 pt-7 max-md:px-4 max-md:pt-5">
        <h1 className="text-title font-semibold text-ink">
          {project?.name ??
            (error === null ? (
              <span className="skeleton inline-block h-6 w-48 align-middle" />
            ) : (
              ref
            ))}
        </h1>
        <p className="mt-0.5 min-h-5 text-ink-3">
          {project !== undefined && (
            <>
              {t('home.postgres', { version: project.postgresVersion })} · {t('home.started')}{' '}
              <Time at={project.startedAt} />
            </>
          )}
        </p>
        {error !== null && (
          <div className="mt-4">
            <ErrorNote title={t('home.failed')} error={error} onRetry={() => void refetch()} />
          </div>
        )}
        <Figures
          figures={[
            [t('home.tables'), project && formatNumber(project.counts.tables)],
            [t('home.users'), project && formatNumber(project.counts.users)],
            [t('home.size'), project && formatBytes(project.databaseSize)],
          ]}
        />
        <div className="mt-9 grid grid-cols-[minmax(0,1fr)_300px] gap-x-14 gap-y-10 max-lg:grid-cols-1">
          <div className="flex min-w-0 flex-col gap-9">
            <Connection project={project} />
            {project !== undefined && <Snippets project={project} />}
          </div>
          <NextSteps project={project} projectRef={ref} />
        </div>
      </div>
    </div>
  );
}

/** Numbers that stand on one line, as on a base. */
function Figures({
  figures,
}: {
  readonly figures: readonly (readonly [label: string, value: string | undefined])[];
}): ReactNode {
  return (
    <dl className="mt-6 flex flex-wrap gap-x-12 border-b-2 border-line-strong/60 pb-2.5 max-md:gap-x-8">
      {figures.map(([label, value]) => (
        <div key={label} className="flex flex-col-reverse">
          <dt className="text-ink-3">{label}</dt>
          <dd className="text-[26px] leading-8 font-medium text-ink">
            {value ?? <span className="skeleton inline-block h-6 w-14" />}
          </dd>
        </div>
      ))}
    </dl>
  );
}
