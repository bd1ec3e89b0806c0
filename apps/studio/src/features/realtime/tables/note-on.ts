import type { RealtimeTable } from '@plinth/console/api';
import { t } from '../../../lib/i18n/translate.ts';

/** What somebody should know about a table before its changes are told. */
export function noteOn({ publishedBy, rlsEnabled, replicaIdentity, hasKey, kind }: RealtimeTable): {
  readonly tone: 'quiet' | 'warning';
  readonly text: string;
} {
  const quiet = (text: string) => ({ tone: 'quiet', text }) as const;
  const warning = (text: string) => ({ tone: 'warning', text }) as const;
  if (publishedBy === null)
    return quiet(rlsEnabled ? t('realtime.noteRls') : t('realtime.noteNoRls'));
  if (!hasKey) return warning(t('realtime.noteNoKey'));
  if (!rlsEnabled) return warning(t('realtime.noteOpen'));
  if (replicaIdentity !== 'full' && kind === 'table') return warning(t('realtime.noteDeletes'));
  if (publishedBy !== 'table') return quiet(t(`realtime.noteBy.${publishedBy}`));
  return quiet(t('realtime.noteGood'));
}
