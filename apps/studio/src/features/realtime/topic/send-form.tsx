import { useMutation } from '@tanstack/react-query';
import { Send } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import * as z from 'zod/mini';
import { localStore } from '../../../lib/browser.ts';
import { t } from '../../../lib/i18n/translate.ts';
import { readJson, writeJson } from '../../../lib/state/stored-json.ts';
import { jsonProblem } from '../../../lib/text/json-layout.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Input, Textarea } from '../../../ui/controls/input.tsx';
import { announce } from '../../../ui/overlays/toasts.tsx';

const draftSchema = z.object({ event: z.string(), payload: z.string() });
type Draft = z.infer<typeof draftSchema>;

const first: Draft = { event: 'message', payload: '{\n  "text": "hello"\n}' };

/** Sends a broadcast to the topic. What is typed stays in the browser's storage. */
export function SendForm({
  projectRef,
  disabled,
  send,
}: {
  readonly projectRef: string;
  readonly disabled: boolean;
  readonly send: (event: string, payload: unknown) => Promise<'ok' | 'error'>;
}): ReactNode {
  const id = useId();
  const key = `plinth.realtime.send.${projectRef}`;
  const [draft, setDraft] = useState<Draft>(() => readJson(localStore, key, draftSchema) ?? first);
  const change = (next: Partial<Draft>): void => {
    const changed = { ...draft, ...next };
    setDraft(changed);
    writeJson(localStore, key, changed);
  };
  const problem = jsonProblem(draft.payload);
  const sending = useMutation({
    mutationFn: () => send(draft.event.trim(), JSON.parse(draft.payload)),
    onSuccess: (outcome) => {
      if (outcome === 'ok') return;
      announce({
        kind: 'danger',
        title: t('realtime.notSent'),
        detail: t('realtime.notSentText'),
      });
    },
  });
  return (
    <form
      className="flex flex-col gap-2 p-4 max-md:px-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (problem === null && draft.event.trim() !== '') sending.mutate();
      }}
    >
      <h2 className="font-medium text-ink">{t('realtime.send')}</h2>
      <div>
        <label htmlFor={`${id}-event`} className="mb-1 block text-ink-3">
          {t('realtime.event')}
        </label>
        <Input
          id={`${id}-event`}
          mono
          required
          maxLength={200}
          value={draft.event}
          onChange={(event) => change({ event: event.target.value })}
        />
      </div>
      <div>
        <label htmlFor={`${id}-payload`} className="mb-1 block text-ink-3">
          {t('realtime.payload')}
        </label>
        <Textarea
          id={`${id}-payload`}
          mono
          rows={5}
          aria-invalid={problem !== null || undefined}
          aria-describedby={problem === null ? undefined : `${id}-problem`}
          value={draft.payload}
          onChange={(event) => change({ payload: event.target.value })}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || !(event.metaKey || event.ctrlKey)) return;
            event.preventDefault();
            event.currentTarget.form?.requestSubmit();
          }}
        />
        {problem !== null && (
          <p id={`${id}-problem`} className="mt-1 text-danger">
            {t('realtime.noJson', { problem })}
          </p>
        )}
      </div>
      <Button
        type="submit"
        kind="primary"
        icon={<Send size={14} />}
        disabled={disabled || problem !== null}
        busy={sending.isPending}
        className="self-start max-md:h-10"
      >
        {t('realtime.sendAction')}
      </Button>
    </form>
  );
}
