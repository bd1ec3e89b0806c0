import { Link } from '@tanstack/react-router';
import { ChevronRight } from 'lucide-react';
import { Fragment, type ReactNode } from 'react';
import { t } from '../../../lib/i18n/translate.ts';
import { crumbsOf } from './entries.ts';

const linkClass =
  'max-w-48 truncate rounded-mark px-1 text-ink-2 hover:bg-stone-2 hover:text-ink max-md:py-2';

/** The way to the folder in sight. */
export function Breadcrumbs({
  projectRef,
  bucket,
  path,
}: {
  readonly projectRef: string;
  readonly bucket: string;
  readonly path: string;
}): ReactNode {
  const crumbs = crumbsOf(path);
  const link = (name: string, to: string | undefined, isLast: boolean): ReactNode =>
    isLast ? (
      <span aria-current="location" className="max-w-64 truncate px-1 font-medium text-ink">
        {name}
      </span>
    ) : (
      <Link
        to="/project/$ref/storage/$bucket"
        params={{ ref: projectRef, bucket }}
        search={({ view, sort }) => ({ view, sort, path: to })}
        className={linkClass}
      >
        {name}
      </Link>
    );
  return (
    <nav aria-label={t('storage.crumbs')} className="flex min-w-0 items-center overflow-x-auto">
      {link(bucket, undefined, crumbs.length === 0)}
      {crumbs.map(({ name, path: to }, index) => (
        <Fragment key={to}>
          <ChevronRight size={14} className="shrink-0 text-ink-3" />
          {link(name, to, index === crumbs.length - 1)}
        </Fragment>
      ))}
    </nav>
  );
}
