import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ShieldCheck, SquareTerminal } from 'lucide-react';
import type { ReactNode } from 'react';
import type { StorageBucket } from '../../../api/project-storage.ts';
import { t } from '../../../lib/i18n/translate.ts';
import { Badge } from '../../../ui/controls/badge.tsx';
import { buttonClass } from '../../../ui/controls/button.tsx';
import { CodeBlock } from '../../../ui/layout/code-block.tsx';
import { ErrorNote } from '../../../ui/layout/error-note.tsx';
import { Sheet } from '../../../ui/overlays/sheet.tsx';
import { present, storageKeys, useStorage } from '../data/use-storage.ts';
import { concernOf, type ObjectPolicy, policyOf, policyTemplate } from './policies.ts';

/** Who may do what with the files of a bucket. */
export function PoliciesSheet({
  projectRef,
  bucket,
  onClose,
}: {
  readonly projectRef: string;
  readonly bucket: StorageBucket;
  readonly onClose: () => void;
}): ReactNode {
  const { reads, canWrite } = useStorage(projectRef);
  const { data, error, refetch } = useQuery({
    queryKey: storageKeys.policies(projectRef),
    queryFn: async () => (await present(reads).policies()).map(policyOf),
    enabled: reads !== undefined,
  });
  const concerning = data?.filter((policy) => concernOf(policy, bucket.id) !== 'none');
  return (
    <Sheet
      open
      name="bucket-policies"
      title={t('storage.policiesOf', { name: bucket.name })}
      onClose={onClose}
      footer={
        canWrite && (
          <Link
            to="/project/$ref/sql"
            params={{ ref: projectRef }}
            search={{ sql: policyTemplate(bucket.id) }}
            className={buttonClass('primary')}
          >
            <SquareTerminal size={15} />
            {t('storage.writePolicy')}
          </Link>
        )
      }
    >
      <p className="px-4 pt-3 text-ink-2">
        {t(bucket.public ? 'storage.policiesPublic' : 'storage.policiesPrivate')}
      </p>
      {error !== null && (
        <div className="p-4">
          <ErrorNote
            title={t('storage.policiesFailed')}
            error={error}
            onRetry={() => void refetch()}
          />
        </div>
      )}
      {concerning === undefined && error === null && (
        <div className="flex flex-col gap-3 p-4">
          <span className="skeleton h-4 w-2/3" />
          <span className="skeleton h-12 w-full" />
        </div>
      )}
      {concerning !== undefined && concerning.length === 0 && (
        <p className="mx-4 mt-4 flex items-start gap-2 rounded-control border border-line bg-stone-1 px-3 py-2 text-ink">
          <ShieldCheck size={16} className="mt-0.5 shrink-0 text-ink-3" />
          {t('storage.noPolicies')}
        </p>
      )}
      <ul className="px-4 py-3">
        {concerning?.map((policy) => (
          <li key={policy.name} className="border-b border-line/60 py-3 last:border-b-0">
            <Policy policy={policy} isForAll={concernOf(policy, bucket.id) === 'all'} />
          </li>
        ))}
      </ul>
    </Sheet>
  );
}

function Policy({
  policy,
  isForAll,
}: {
  readonly policy: ObjectPolicy;
  readonly isForAll: boolean;
}): ReactNode {
  return (
    <>
      <div className="flex flex-wrap items-center gap-1.5">
        <h3 className="mr-1 min-w-0 break-words font-medium text-ink">{policy.name}</h3>
        <Badge>{policy.command === 'ALL' ? t('storage.anyCommand') : policy.command}</Badge>
        {policy.roles.map((role) => (
          <Badge key={role}>{role}</Badge>
        ))}
        {!policy.permissive && <Badge tone="warning">{t('storage.restrictive')}</Badge>}
        {isForAll && <Badge>{t('storage.everyBucket')}</Badge>}
      </div>
      {policy.using !== null && (
        <div className="mt-2">
          <p className="mb-1 text-ink-3">{t('storage.using')}</p>
          <CodeBlock wrap label={t('storage.using')} code={policy.using} />
        </div>
      )}
      {policy.check !== null && (
        <div className="mt-2">
          <p className="mb-1 text-ink-3">{t('storage.check')}</p>
          <CodeBlock wrap label={t('storage.check')} code={policy.check} />
        </div>
      )}
    </>
  );
}
