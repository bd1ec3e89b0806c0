import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useEffect, useState } from 'react';
import { queries } from '../../../api/queries.ts';
import { useApi } from '../../../api/use-api.ts';
import { t } from '../../../lib/i18n/translate.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { Input, Select } from '../../../ui/controls/input.tsx';
import { Segmented } from '../../../ui/controls/segmented.tsx';
import type { TopicSearch } from '../routes.ts';

/** Which topic is listened to. What is chosen goes into the URL with the button. */
export function JoinForm({
  projectRef,
  search,
}: {
  readonly projectRef: string;
  readonly search: TopicSearch;
}): ReactNode {
  const navigate = useNavigate();
  const api = useApi();
  const { data: tables } = useQuery(queries.realtimeTables(api, projectRef));
  const [topic, setTopic] = useState(search.topic ?? '');
  const [kind, setKind] = useState<'public' | 'private'>(search.private ? 'private' : 'public');
  useEffect(() => {
    setTopic(search.topic ?? '');
    setKind(search.private ? 'private' : 'public');
  }, [search.topic, search.private]);
  const published = (tables ?? [])
    .filter(({ publishedBy }) => publishedBy !== null)
    .map(({ schema, name }) => `${schema}.${name}`);
  const { changes } = search;
  const names =
    changes === undefined || published.includes(changes) ? published : [changes, ...published];
  const go = (next: TopicSearch): void => void navigate({ to: '.', search: next });
  const isJoined =
    search.topic !== undefined &&
    search.topic === topic.trim() &&
    (search.private === true) === (kind === 'private');
  return (
    <form
      className="flex shrink-0 flex-wrap items-end gap-x-3 gap-y-2 border-b border-line px-4 py-2.5 max-md:px-3"
      onSubmit={(event) => {
        event.preventDefault();
        const name = topic.trim();
        if (name === '') return;
        go({ ...search, topic: name, private: kind === 'private' ? true : undefined });
      }}
    >
      <div className="min-w-48 max-w-96 flex-1 max-md:max-w-none max-md:basis-full">
        <label htmlFor="topic" className="mb-1 block text-ink-3">
          {t('realtime.topicName')}
        </label>
        <Input
          id="topic"
          mono
          required
          maxLength={1000}
          placeholder="room:1"
          spellCheck={false}
          value={topic}
          onChange={(event) => setTopic(event.target.value)}
        />
      </div>
      <Segmented
        label={t('realtime.kind')}
        value={kind}
        options={[
          { value: 'public', label: t('realtime.public') },
          { value: 'private', label: t('realtime.private') },
        ]}
        onChange={setKind}
        className="h-8 max-md:h-10"
      />
      <div className="min-w-0">
        <label htmlFor="changes" className="mb-1 block text-ink-3">
          {t('realtime.changes')}
        </label>
        <Select
          id="changes"
          className="max-w-60"
          value={changes ?? ''}
          onChange={(event) => go({ ...search, changes: event.target.value || undefined })}
        >
          <option value="">{t('realtime.noChanges')}</option>
          {names.map((name) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
        </Select>
      </div>
      <div className="ml-auto flex gap-2 max-md:ml-0">
        {search.topic !== undefined && (
          <Button
            className="max-md:h-10"
            onClick={() => go({ ...search, topic: undefined, private: undefined })}
          >
            {t('realtime.leave')}
          </Button>
        )}
        {!isJoined && (
          <Button type="submit" kind="primary" className="max-md:h-10">
            {t('realtime.join')}
          </Button>
        )}
      </div>
    </form>
  );
}
