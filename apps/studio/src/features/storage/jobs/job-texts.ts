import type { FileJob } from '@plinth/console/api';
import { t } from '../../../lib/i18n/translate.ts';
import { folderOf, lastPart } from '../browse/entries.ts';

/** True while the server works on it. */
export const isUnderWay = ({ state }: Pick<FileJob, 'state'>): boolean =>
  state === 'listing' || state === 'running';

/** True where every file was done. */
export const isClean = ({ state, failed }: Pick<FileJob, 'state' | 'failed'>): boolean =>
  state === 'done' && failed === 0;

/** What a job does, and what is said when it has gone well. */
export function jobTexts({
  bucket,
  target,
  first,
  names,
}: Pick<FileJob, 'bucket' | 'target' | 'first' | 'names'>): {
  readonly title: string;
  readonly done: string;
} {
  const name = names === 1 ? lastPart(first.from) : t('storage.items', { count: names });
  if (target === null || first.to === null)
    return { title: t('storage.deleting', { name }), done: t('storage.deleted', { name }) };
  const folder = folderOf(first.to);
  if (names === 1 && target === bucket && folder === folderOf(first.from)) {
    const words = { from: name, to: lastPart(first.to) };
    return { title: t('storage.renaming', words), done: t('storage.renamed', words) };
  }
  const words = { name, to: lastPart(folder) || target };
  return { title: t('storage.moving', words), done: t('storage.moved', words) };
}

/** How far a job is, and how it ended where it did not get to the end. */
export function jobProgress({ state, total, done, member, mine }: FileJob): string {
  const count =
    state === 'listing'
      ? t('storage.jobListing', { count: total })
      : t('storage.jobDone', { done, total });
  return [
    count,
    ...(state === 'stopped' ? [t('storage.jobStopped')] : []),
    ...(state === 'interrupted' ? [t('storage.jobInterrupted')] : []),
    ...(mine ? [] : [t('storage.jobOf', { member })]),
  ].join(' · ');
}
