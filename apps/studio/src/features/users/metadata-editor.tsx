import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useId, useState } from 'react';
import { t } from '../../lib/i18n/translate.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Textarea } from '../../ui/controls/input.tsx';
import { ErrorNote } from '../../ui/layout/error-note.tsx';

/** The object in a text; null where it is none. */
function parseObject(text: string): Readonly<Record<string, unknown>> | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? { ...value }
      : null;
  } catch {
    return null;
  }
}

/** What is known of a user, as JSON. Members that are taken out are sent as null, which deletes them. */
export function MetadataEditor({
  title,
  hint,
  value,
  onSave,
}: {
  readonly title: string;
  readonly hint: string;
  readonly value: Readonly<Record<string, unknown>>;
  readonly onSave: (value: unknown) => Promise<void>;
}): ReactNode {
  const id = useId();
  const original = JSON.stringify(value, null, 2);
  const [text, setText] = useState(original);
  const parsed = parseObject(text);
  const save = useMutation({
    mutationFn: () => {
      const removed = Object.keys(value).filter((name) => parsed !== null && !(name in parsed));
      return onSave({ ...Object.fromEntries(removed.map((name) => [name, null])), ...parsed });
    },
  });
  const changed = text !== original;
  return (
    <section className="px-4 py-3">
      <label htmlFor={id} className="font-medium text-ink">
        {title}
      </label>
      <p id={`${id}-hint`} className="mb-1.5 text-ink-3">
        {parsed === null ? <span className="text-danger">{t('users.noObject')}</span> : hint}
      </p>
      <Textarea
        id={id}
        mono
        rows={Math.min(14, text.split('\n').length + 1)}
        aria-describedby={`${id}-hint`}
        aria-invalid={parsed === null || undefined}
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      {save.error !== null && <ErrorNote title={t('users.notSaved')} error={save.error} />}
      {changed && (
        <div className="mt-2 flex justify-end gap-2">
          <Button size="small" onClick={() => setText(original)}>
            {t('edits.discard')}
          </Button>
          <Button
            size="small"
            kind="primary"
            disabled={parsed === null}
            busy={save.isPending}
            onClick={() => save.mutate()}
          >
            {t('action.save')}
          </Button>
        </div>
      )}
    </section>
  );
}
