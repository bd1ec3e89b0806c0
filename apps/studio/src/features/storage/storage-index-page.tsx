import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { Archive } from 'lucide-react';
import type { ReactNode } from 'react';
import { queries } from '../../api/queries.ts';
import { useApi } from '../../api/use-api.ts';
import { useDocumentTitle } from '../../app/document-title.ts';
import { t } from '../../lib/i18n/translate.ts';
import { Button } from '../../ui/controls/button.tsx';
import { CodeBlock } from '../../ui/layout/code-block.tsx';
import { EmptyState } from '../../ui/layout/empty-state.tsx';
import { useBuckets, useStorage } from './data/use-storage.ts';

/** No bucket is chosen, or there is none yet. */
export function StorageIndexPage(): ReactNode {
  const { ref } = useParams({ from: '/project/$ref' });
  const navigate = useNavigate();
  const { canWrite } = useStorage(ref);
  const { data: buckets } = useBuckets(ref);
  const { data: project } = useQuery(queries.project(useApi(), ref));
  useDocumentTitle(t('area.storage'));
  if (buckets === undefined) return null;
  const none = buckets.length === 0;
  return (
    <EmptyState
      icon={<Archive size={28} strokeWidth={1.5} />}
      title={t(none ? 'storage.emptyTitlePage' : 'storage.chooseTitle')}
      action={
        canWrite && (
          <Button
            kind={none ? 'primary' : 'plain'}
            onClick={() =>
              void navigate({
                to: '.',
                search: (search) => ({ ...search, create: 'bucket' as const }),
              })
            }
          >
            {t('storage.newBucket')}
          </Button>
        )
      }
      snippet={
        none && project !== undefined ? (
          <CodeBlock
            label="JavaScript"
            wrap
            code={snippetOf(project.url, project.publishableKey)}
          />
        ) : undefined
      }
    >
      {t(none ? 'storage.emptyPageText' : 'storage.chooseText')}
    </EmptyState>
  );
}

const snippetOf = (
  url: string,
  key: string,
): string => `import { createClient } from '@supabase/supabase-js';
const client = createClient('${url}', '${key}');
await client.storage.from('photos').upload('hello.txt', 'Hello');`;
