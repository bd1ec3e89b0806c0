import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import type { BucketRules, StorageBucket } from '../../../api/project-storage.ts';
import { t } from '../../../lib/i18n/translate.ts';
import { formatBytes } from '../../../lib/text/format.ts';
import { CheckboxLine } from '../../../ui/controls/checkbox.tsx';
import { Field } from '../../../ui/controls/field.tsx';
import { Input, Select } from '../../../ui/controls/input.tsx';
import { ErrorNote } from '../../../ui/layout/error-note.tsx';
import { FormDialog } from '../../../ui/overlays/form-dialog.tsx';
import { announce } from '../../../ui/overlays/toasts.tsx';
import { present, storageKeys, useLargestFile, useStorage } from '../data/use-storage.ts';
import {
  bytesOf,
  mimeRulesOf,
  type SizeLimit,
  sizeLimitOf,
  sizeUnits,
  wrongRule,
} from './size-limit.ts';

interface FormState {
  readonly name: string;
  readonly isPublic: boolean;
  readonly limit: SizeLimit;
  readonly types: string;
}

const initial = (bucket: StorageBucket | undefined): FormState => ({
  name: bucket?.name ?? '',
  isPublic: bucket?.public ?? false,
  limit: sizeLimitOf(bucket?.file_size_limit ?? null),
  types: bucket?.allowed_mime_types?.join(', ') ?? '',
});

/** Makes a bucket, or changes what one takes and who may read it. */
export function BucketForm({
  projectRef,
  bucket,
  onClose,
  onSaved,
}: {
  readonly projectRef: string;
  /** Absent: a new one. */
  readonly bucket?: StorageBucket;
  readonly onClose: () => void;
  readonly onSaved: (name: string) => void;
}): ReactNode {
  const { storage } = useStorage(projectRef);
  const client = useQueryClient();
  const [state, setState] = useState(() => initial(bucket));
  const change = (next: Partial<FormState>): void =>
    setState((current) => ({ ...current, ...next }));
  const largest = useLargestFile(projectRef);
  const errors = errorsOf(state, largest);
  const save = useMutation({
    mutationFn: async () => {
      const rules = rulesOf(state);
      if (bucket === undefined) await present(storage).createBucket(state.name.trim(), rules);
      else await present(storage).updateBucket(bucket.id, rules);
    },
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: storageKeys.buckets(projectRef) });
      const name = state.name.trim();
      announce({
        kind: 'success',
        title: t(bucket === undefined ? 'storage.bucketMade' : 'storage.bucketSaved', { name }),
      });
      onSaved(name);
    },
  });
  return (
    <FormDialog
      title={
        bucket === undefined
          ? t('storage.newBucket')
          : t('storage.settingsOf', { name: bucket.name })
      }
      submit={bucket === undefined ? t('storage.createBucket') : t('action.save')}
      busy={save.isPending}
      disabled={errors.limit !== undefined || errors.types !== undefined}
      onSubmit={() => save.mutate()}
      onClose={onClose}
    >
      {bucket === undefined && (
        <Field label={t('storage.bucketName')} hint={t('storage.bucketNameHint')}>
          {(control) => (
            <Input
              mono
              required
              autoFocus
              maxLength={100}
              value={state.name}
              onChange={(event) => change({ name: event.target.value })}
              spellCheck={false}
              {...control}
            />
          )}
        </Field>
      )}
      <CheckboxLine
        label={t('storage.public')}
        hint={t('storage.publicHint')}
        checked={state.isPublic}
        onChange={(event) => change({ isPublic: event.target.checked })}
      />
      <LimitField
        limit={state.limit}
        error={errors.limit}
        largest={largest}
        onChange={(limit) => change({ limit })}
      />
      <Field label={t('storage.types')} hint={t('storage.typesHint')} error={errors.types}>
        {(control) => (
          <Input
            mono
            placeholder="image/*, application/pdf"
            value={state.types}
            onChange={(event) => change({ types: event.target.value })}
            spellCheck={false}
            {...control}
          />
        )}
      </Field>
      {save.error !== null && (
        <ErrorNote
          title={t(bucket === undefined ? 'storage.bucketNotMade' : 'storage.bucketNotSaved')}
          error={save.error}
        />
      )}
    </FormDialog>
  );
}

function LimitField({
  limit,
  error,
  largest,
  onChange,
}: {
  readonly limit: SizeLimit;
  readonly error: string | undefined;
  readonly largest: number | null;
  readonly onChange: (limit: SizeLimit) => void;
}): ReactNode {
  const units = Object.keys(sizeUnits) as (keyof typeof sizeUnits)[];
  return (
    <Field
      label={t('storage.limit')}
      hint={
        largest === null
          ? t('storage.limitHint')
          : t('storage.limitHintKnown', { size: formatBytes(largest) })
      }
      error={error}
    >
      {(control) => (
        <span className="flex gap-2">
          <Input
            inputMode="decimal"
            placeholder={t('storage.limitNone')}
            value={limit.amount}
            onChange={(event) => onChange({ ...limit, amount: event.target.value })}
            {...control}
          />
          <Select
            className="w-24 shrink-0"
            aria-label={t('storage.unit')}
            value={limit.unit}
            onChange={(event) =>
              onChange({
                ...limit,
                unit: units.find((unit) => unit === event.target.value) ?? 'MB',
              })
            }
          >
            {units.map((unit) => (
              <option key={unit}>{unit}</option>
            ))}
          </Select>
        </span>
      )}
    </Field>
  );
}

const rulesOf = ({ isPublic, limit, types }: FormState): BucketRules => ({
  public: isPublic,
  file_size_limit: bytesOf(limit) ?? null,
  allowed_mime_types: mimeRulesOf(types),
});

function errorsOf(
  { limit, types }: FormState,
  largest: number | null,
): { readonly limit: string | undefined; readonly types: string | undefined } {
  const bytes = bytesOf(limit);
  const wrong = wrongRule(types);
  const isTooLarge = largest !== null && (bytes ?? 0) > largest;
  return {
    limit:
      bytes === undefined
        ? t('storage.limitWrong')
        : isTooLarge
          ? t('storage.limitTooLarge', { size: formatBytes(largest) })
          : undefined,
    types: wrong === undefined ? undefined : t('storage.typesWrong', { type: wrong }),
  };
}
