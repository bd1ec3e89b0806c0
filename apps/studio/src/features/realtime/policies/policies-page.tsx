import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams, useSearch } from '@tanstack/react-router';
import { type ReactNode, useEffect, useState } from 'react';
import { useProjectApi } from '../../../api/use-api.ts';
import { useCanWrite } from '../../../api/use-can-write.ts';
import { useDocumentTitle } from '../../../app/document-title.ts';
import { t } from '../../../lib/i18n/translate.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Field } from '../../../ui/controls/field.tsx';
import { Input } from '../../../ui/controls/input.tsx';
import { Segmented } from '../../../ui/controls/segmented.tsx';
import { ErrorNote } from '../../../ui/layout/error-note.tsx';
import { type PoliciesSearch, topicRoles } from '../routes.ts';
import { PolicyList } from './policy-list.tsx';
import { UserChoice } from './user-choice.tsx';
import { Verdict } from './verdict.tsx';

/** Who may receive and send on private topics: the policies, and a question to them. */
export function PoliciesPage(): ReactNode {
  const { ref } = useParams({ from: '/project/$ref' });
  const canWrite = useCanWrite(ref);
  useDocumentTitle(t('realtime.policies'), t('area.realtime'));
  return (
    <div className="h-full overflow-auto">
      <div className="flex max-w-300 items-start gap-x-10 px-4 py-4 max-lg:flex-col max-md:px-3">
        <section aria-labelledby="check" className="w-full max-w-120 shrink-0">
          <h2 id="check" className="text-lead font-semibold text-ink">
            {t('realtime.check')}
          </h2>
          <p className="mt-0.5 text-ink-2">{t('realtime.checkText')}</p>
          {canWrite ? (
            <Check projectRef={ref} />
          ) : (
            <p className="mt-3 text-ink-3">{t('realtime.checkForDevelopers')}</p>
          )}
        </section>
        <PolicyList projectRef={ref} canWrite={canWrite} />
      </div>
    </div>
  );
}

type As = 'user' | (typeof topicRoles)[number];

function Check({ projectRef }: { readonly projectRef: string }): ReactNode {
  const search = useSearch({ from: '/project/$ref/realtime/policies' });
  const navigate = useNavigate();
  const projectApi = useProjectApi(projectRef);
  const { topic: asked, user, role } = search;
  const [topic, setTopic] = useState(asked ?? '');
  useEffect(() => setTopic(asked ?? ''), [asked]);
  const go = (next: PoliciesSearch): void =>
    void navigate({ to: '.', search: (current) => ({ ...current, ...next }), replace: true });
  const as = role === undefined ? user && { userId: user } : { role };
  const answer = useQuery({
    queryKey: ['project', projectRef, 'realtime', 'rights', asked, as],
    queryFn: () => projectApi.topicRights({ topic: asked ?? '', as: as || { role: 'anon' } }),
    enabled: asked !== undefined && as !== undefined && as !== '',
    // Policies, grants and data change at any moment.
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });
  return (
    <form
      className="mt-4 flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        const name = topic.trim();
        if (name === '') return;
        if (name === asked) void answer.refetch();
        else go({ topic: name });
      }}
    >
      <Field label={t('realtime.privateTopic')}>
        {(control) => (
          <Input
            {...control}
            mono
            required
            maxLength={1000}
            placeholder="room:1"
            spellCheck={false}
            value={topic}
            onChange={(event) => setTopic(event.target.value)}
          />
        )}
      </Field>
      <div>
        <p aria-hidden="true" className="mb-1 font-medium text-ink">
          {t('realtime.as')}
        </p>
        <Segmented<As>
          label={t('realtime.as')}
          value={role ?? 'user'}
          options={[
            { value: 'user', label: t('realtime.asUser') },
            ...topicRoles.map((value) => ({ value, label: t(`realtime.as.${value}`) })),
          ]}
          onChange={(next) => go({ role: next === 'user' ? undefined : next })}
          className="max-md:w-full max-md:[&_label]:px-1"
        />
        {role === undefined && (
          <UserChoice projectRef={projectRef} value={user} onChange={(id) => go({ user: id })} />
        )}
      </div>
      <Button
        type="submit"
        kind="primary"
        disabled={topic.trim() === '' || as === undefined || as === ''}
        busy={answer.isFetching}
        className="self-start max-md:h-10"
      >
        {t('realtime.ask')}
      </Button>
      {answer.error !== null && (
        <ErrorNote title={t('realtime.checkFailed')} error={answer.error} />
      )}
      {answer.data !== undefined && answer.error === null && asked !== undefined && (
        <Verdict topic={asked} rights={answer.data} isOldWhile={answer.isFetching} />
      )}
    </form>
  );
}
