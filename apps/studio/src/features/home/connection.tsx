import type { ProjectDetails, ProjectSecrets } from '@plinth/console/api';
import { useMutation } from '@tanstack/react-query';
import { ExternalLink, Eye, EyeOff } from 'lucide-react';
import type { ReactNode } from 'react';
import { useProjectApi } from '../../api/use-api.ts';
import { t } from '../../lib/i18n/translate.ts';
import { Button } from '../../ui/controls/button.tsx';
import { CopyValue } from '../../ui/controls/copy.tsx';
import { ErrorNote } from '../../ui/layout/error-note.tsx';

/** What a program needs to reach the project; secrets only on request, and only until the page is left. */
export function Connection({
  project,
}: {
  readonly project: ProjectDetails | undefined;
}): ReactNode {
  return (
    <section aria-labelledby="connection">
      <h2 id="connection" className="text-lead font-semibold text-ink">
        {t('home.connect')}
      </h2>
      <dl className="mt-2 border-t border-line">
        <Line label={t('home.url')} value={project?.url} />
        <Line label={t('home.publishableKey')} value={project?.publishableKey} />
        <Line label={t('home.anonKey')} value={project?.anonKey} />
        <Line label={t('home.databaseUrl')} value={project?.databaseUrl} />
        {project !== undefined && project.mailUrl !== '' && (
          <div className="flex min-h-9 items-center border-b border-line max-md:flex-col max-md:items-stretch max-md:py-1">
            <dt className="w-40 shrink-0 text-ink-3">{t('home.mail')}</dt>
            <dd className="min-w-0 max-md:-ml-2">
              <a
                href={project.mailUrl}
                target="_blank"
                rel="noreferrer"
                className="data inline-flex min-h-7 max-w-full items-center gap-2 rounded-control px-2 text-verdigris-deep hover:underline"
              >
                <span className="truncate">{project.mailUrl}</span>
                <ExternalLink size={14} className="shrink-0" />
              </a>
            </dd>
          </div>
        )}
        {project !== undefined && (project.role === 'owner' || project.role === 'admin') && (
          <Secrets projectRef={project.ref} />
        )}
      </dl>
    </section>
  );
}

function Line({
  label,
  value,
}: {
  readonly label: string;
  readonly value: string | undefined;
}): ReactNode {
  return (
    <div className="flex min-h-9 items-center border-b border-line max-md:flex-col max-md:items-stretch max-md:py-1">
      <dt className="w-40 shrink-0 text-ink-3">{label}</dt>
      <dd className="flex min-w-0 flex-1 max-md:-ml-2">
        {value === undefined ? (
          <span className="skeleton ml-2 h-4 w-72 max-w-full" />
        ) : (
          <CopyValue value={value} label={label} />
        )}
      </dd>
    </div>
  );
}

function Secrets({ projectRef }: { readonly projectRef: string }): ReactNode {
  const projectApi = useProjectApi(projectRef);
  // Not a query: the answer must not outlive the page in any cache.
  const reveal = useMutation<ProjectSecrets>({
    mutationFn: () => projectApi.revealSecrets(),
    gcTime: 0,
  });
  const secrets = reveal.data;
  return (
    <>
      <div className="flex min-h-11 items-center border-b border-line">
        <dt className="w-40 shrink-0 text-ink-3 max-md:w-auto max-md:flex-1">
          {t('home.secrets')}
        </dt>
        <dd className="flex min-w-0 items-center gap-3 pl-2">
          <Button
            size="small"
            busy={reveal.isPending}
            icon={secrets === undefined ? <Eye size={14} /> : <EyeOff size={14} />}
            onClick={() => (secrets === undefined ? reveal.mutate() : reveal.reset())}
          >
            {secrets === undefined ? t('home.reveal') : t('home.hide')}
          </Button>
          <span className="text-ink-3 max-md:hidden">{t('home.revealHint')}</span>
        </dd>
      </div>
      {reveal.error !== null && (
        <div className="py-2">
          <ErrorNote title={t('home.revealFailed')} error={reveal.error} />
        </div>
      )}
      {secrets !== undefined && (
        <>
          <Line label={t('home.secretKey')} value={secrets.secretKey} />
          <Line label={t('home.serviceRoleKey')} value={secrets.serviceRoleKey} />
          <Line label={t('home.databaseUrl')} value={secrets.databaseUrl} />
          <Line label={t('home.jwtSecret')} value={secrets.jwtSecret} />
        </>
      )}
    </>
  );
}
