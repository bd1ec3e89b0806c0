import { type ReactNode, useState } from 'react';
import type { StorageBucket } from '../../../api/project-storage.ts';
import { t } from '../../../lib/i18n/translate.ts';
import { formatBytes } from '../../../lib/text/format.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { lastPart } from '../browse/entries.ts';
import type { ConflictChoice, UploadPlan } from './plan-upload.ts';

const choices: readonly ConflictChoice[] = ['replace', 'keep', 'skip'];
/** Names that are listed before the others are only counted. */
const mostNamed = 6;

/** What to do with files whose names are taken, and which files the bucket would not take. */
export function UploadQuestion({
  plan,
  taken,
  bucket,
  limit,
  onClose,
  onUpload,
}: {
  readonly plan: UploadPlan;
  readonly taken: ReadonlySet<string>;
  readonly bucket: StorageBucket;
  readonly limit: number | null;
  readonly onClose: () => void;
  readonly onUpload: (choice: ConflictChoice) => void;
}): ReactNode {
  const [choice, setChoice] = useState<ConflictChoice>('keep');
  const conflicts = plan.uploads.filter(({ key }) => taken.has(key));
  const count = plan.uploads.length - (choice === 'skip' ? conflicts.length : 0);
  const tooLarge = plan.refused.filter(({ reason }) => reason === 'size');
  const wrongType = plan.refused.filter(({ reason }) => reason === 'type');
  return (
    <Dialog
      open
      onClose={onClose}
      title={
        plan.uploads.length === 0
          ? t('storage.nothingToUpload')
          : t('storage.uploadTitle', { count: plan.uploads.length })
      }
      actions={
        <>
          <Button onClick={onClose}>{t('action.cancel')}</Button>
          {plan.uploads.length > 0 && (
            <Button kind="primary" disabled={count === 0} onClick={() => onUpload(choice)}>
              {t('storage.uploadCount', { count })}
            </Button>
          )}
        </>
      }
    >
      {tooLarge.length > 0 && limit !== null && (
        <Named
          title={t('storage.tooLarge', { count: tooLarge.length, size: formatBytes(limit) })}
          names={tooLarge.map(({ path }) => path)}
        />
      )}
      {wrongType.length > 0 && (
        <Named
          title={t('storage.wrongType', {
            count: wrongType.length,
            types: bucket.allowed_mime_types?.join(', ') ?? '',
          })}
          names={wrongType.map(({ path }) => path)}
        />
      )}
      {conflicts.length > 0 && (
        <>
          <Named
            title={t('storage.taken', { count: conflicts.length })}
            names={conflicts.map(({ key }) => lastPart(key))}
          />
          <fieldset className="mt-3 flex flex-col gap-1">
            <legend className="sr-only">{t('storage.conflict')}</legend>
            {choices.map((one) => (
              <label
                key={one}
                className="flex min-h-8 cursor-pointer items-center gap-2 max-md:min-h-10"
              >
                <input
                  type="radio"
                  name="conflict"
                  className="size-4 accent-verdigris"
                  checked={choice === one}
                  onChange={() => setChoice(one)}
                />
                {t(`storage.conflict.${one}`)}
              </label>
            ))}
          </fieldset>
        </>
      )}
    </Dialog>
  );
}

function Named({
  title,
  names,
}: {
  readonly title: string;
  readonly names: readonly string[];
}): ReactNode {
  const more = names.length - mostNamed;
  return (
    <div className="mt-3">
      <p className="text-ink">{title}</p>
      <ul className="mt-1 text-ink-2">
        {names.slice(0, mostNamed).map((name) => (
          <li key={name} className="truncate">
            {name}
          </li>
        ))}
        {more > 0 && <li className="text-ink-3">{t('storage.more', { count: more })}</li>}
      </ul>
    </div>
  );
}
