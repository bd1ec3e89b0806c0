import type { NewFileJob } from '../api/file-jobs.ts';
import { consoleError } from '../errors/console-errors.ts';

/** The change itself, of one that deletes without new names. Throws AppError `invalid_job`. */
export function checkFileJob({ bucket, target, names }: NewFileJob): NewFileJob {
  if (target === null) {
    return { bucket, target, names: names.map(({ from }) => ({ from, to: null })) };
  }
  for (const { from, to } of names) {
    const isFolder = from.endsWith('/');
    if (to === null || (to === '' && !isFolder)) {
      throw consoleError('invalid_job', { message: `There is no new name for ${from}` });
    }
    if (to !== '' && to.endsWith('/') !== isFolder) {
      throw consoleError('invalid_job', {
        message: `${from} cannot become ${to}: only names of folders end in a slash`,
      });
    }
  }
  return { bucket, target, names };
}
