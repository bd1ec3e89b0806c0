import type { ProjectDetails } from '@plinth/console/api';
import { Link } from '@tanstack/react-router';
import { ArrowRight, Check } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from '../../lib/class-names.ts';
import { t } from '../../lib/i18n/translate.ts';

/** What to do next, and what is done already. */
export function NextSteps({
  project,
  projectRef,
}: {
  readonly project: ProjectDetails | undefined;
  readonly projectRef: string;
}): ReactNode {
  const params = { ref: projectRef };
  const hasTables = project !== undefined && project.counts.tables > 0;
  const hasUsers = project !== undefined && project.counts.users > 0;
  return (
    <section aria-labelledby="next">
      <h2 id="next" className="text-lead font-semibold text-ink">
        {t('home.next')}
      </h2>
      <ol className="mt-2 border-t border-line">
        <Step done={hasTables} title={t('home.nextTable')} text={t('home.nextTableText')}>
          <Link
            to="/project/$ref/table"
            params={params}
            search={hasTables ? {} : { create: 'table' }}
            className={linkClass}
          >
            {hasTables ? t('home.nextTableOpen') : t('tables.new')} <ArrowRight size={14} />
          </Link>
        </Step>
        <Step done={hasUsers} title={t('home.nextUser')} text={t('home.nextUserText')}>
          <Link to="/project/$ref/auth/users" params={params} className={linkClass}>
            {t('home.nextUserOpen')} <ArrowRight size={14} />
          </Link>
        </Step>
        <Step done={false} title={t('home.nextApp')} text={t('home.nextAppText')} />
        <Step done={false} title={t('home.nextSql')} text={t('home.nextSqlText')}>
          <Link to="/project/$ref/sql" params={params} className={linkClass}>
            {t('home.nextSqlOpen')} <ArrowRight size={14} />
          </Link>
        </Step>
      </ol>
    </section>
  );
}

const linkClass =
  'mt-1 inline-flex items-center gap-1 font-medium text-verdigris-deep hover:underline max-md:min-h-10';

function Step({
  done,
  title,
  text,
  children,
}: {
  readonly done: boolean;
  readonly title: string;
  readonly text: string;
  readonly children?: ReactNode;
}): ReactNode {
  return (
    <li className="flex gap-3 border-b border-line py-3">
      <span
        className={cx(
          'mt-0.5 grid size-4 shrink-0 place-items-center rounded-mark border',
          done ? 'border-success text-success' : 'border-line-strong',
        )}
      >
        {done && <Check size={12} strokeWidth={2.5} aria-label={t('home.done')} />}
      </span>
      <div className="min-w-0">
        <h3 className={cx('font-medium', done ? 'text-ink-2' : 'text-ink')}>{title}</h3>
        <p className="text-ink-3">{text}</p>
        {children}
      </div>
    </li>
  );
}
