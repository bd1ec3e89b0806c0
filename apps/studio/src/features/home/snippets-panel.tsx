import type { ProjectDetails } from '@plinth/console/api';
import { type ReactNode, useState } from 'react';
import { t } from '../../lib/i18n/translate.ts';
import { Segmented } from '../../ui/controls/segmented.tsx';
import { CodeBlock } from '../../ui/layout/code-block.tsx';
import { type Snippet, snippetsOf } from './snippets.ts';

/** The snippets of the project, one kind at a time. */
export function Snippets({ project }: { readonly project: ProjectDetails }): ReactNode {
  const [chosen, setChosen] = useState<Snippet['id']>('supabase-js');
  const snippets = snippetsOf(project);
  const snippet = snippets.find(({ id }) => id === chosen);
  return (
    <section aria-labelledby="snippets">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 id="snippets" className="text-lead font-semibold text-ink">
          {t('home.snippets')}
        </h2>
        <Segmented
          label={t('home.snippets')}
          value={chosen}
          options={snippets.map(({ id, label }) => ({ value: id, label }))}
          onChange={setChosen}
        />
      </div>
      <div className="mt-3 flex flex-col gap-3">
        {snippet?.files.map((file) => (
          <div key={`${snippet.id} ${file.name}`}>
            <div className="mb-1 text-ink-3">{file.name}</div>
            <CodeBlock code={file.code} label={file.name} />
          </div>
        ))}
      </div>
    </section>
  );
}
