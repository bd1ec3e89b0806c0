import type { TopicRights } from '@plinth/console/api';
import { Check, TriangleAlert, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from '../../../lib/class-names.ts';
import { t } from '../../../lib/i18n/translate.ts';

/** What the policies have answered. */
export function Verdict({
  topic,
  rights,
  isOldWhile,
}: {
  readonly topic: string;
  readonly rights: TopicRights;
  /** True while they are asked again. */
  readonly isOldWhile: boolean;
}): ReactNode {
  return (
    <div role="status" className={cx(isOldWhile && 'opacity-60')}>
      <table className="w-full border-collapse">
        <caption className="pb-1 text-left text-ink-3">
          {t('realtime.verdictOn')} <span className="data text-ink">{topic}</span>
        </caption>
        <thead className="text-left text-ink-3">
          <tr className="h-8 border-y border-line [&_th]:font-normal">
            <td />
            <th scope="col">{t('realtime.log.broadcast')}</th>
            <th scope="col">{t('realtime.log.presence')}</th>
          </tr>
        </thead>
        <tbody>
          {(['read', 'write'] as const).map((way) => (
            <tr key={way} className="h-10 border-b border-line/60">
              <th scope="row" className="text-left font-normal text-ink-2">
                {t(`realtime.may.${way}`)}
              </th>
              <Answer allowed={rights[way].broadcast} />
              <Answer allowed={rights[way].presence} />
            </tr>
          ))}
        </tbody>
      </table>
      {rights.failure !== null && (
        <p className="mt-2 flex gap-1.5 rounded-control border border-warning/40 bg-warning-wash px-2.5 py-2 text-ink">
          <TriangleAlert size={15} className="mt-0.5 shrink-0 text-warning" />
          <span className="min-w-0 break-words">
            {t('realtime.policyRaised')} <code className="data">{rights.failure}</code>
          </span>
        </p>
      )}
    </div>
  );
}

const Answer = ({ allowed }: { readonly allowed: boolean }): ReactNode => (
  <td>
    <span className="inline-flex items-center gap-1.5 font-medium text-ink">
      {allowed ? (
        <Check size={16} className="text-success" />
      ) : (
        <X size={16} className="text-danger" />
      )}
      {t(allowed ? 'realtime.yes' : 'realtime.no')}
    </span>
  </td>
);
