import type { RealtimeStatus } from '@plinth/console/api';
import { t } from '../../../lib/i18n/translate.ts';
import { formatBytes } from '../../../lib/text/format.ts';

/** How the stream of changes is, in a word and a sentence. */
export interface StreamWords {
  readonly tone: 'quiet' | 'good' | 'warning' | 'danger';
  readonly word: string;
  readonly sentence: string;
}

/** Log that Postgres keeps anyway, in bytes: for five minutes, up to 256 MiB and some segments, for those who come back. */
const usual = 400_000_000;
/** From here on somebody should look: half of what the embedded Postgres keeps at most. */
const much = 2_000_000_000;

/** What the state of the stream means for who listens. */
export function streamWords({ state, lagBytes, lastError }: RealtimeStatus['stream']): StreamWords {
  if (state === 'broken') {
    const sentence =
      lastError === null
        ? t('realtime.streamBrokenText')
        : t('realtime.streamBrokenBy', { reason: lastError });
    return { tone: 'danger', word: t('realtime.streamBroken'), sentence };
  }
  const size = formatBytes(lagBytes);
  if (state === 'streaming' && lagBytes >= usual) {
    const isMuch = lagBytes >= much;
    return {
      tone: isMuch ? 'danger' : 'warning',
      word: t('realtime.streamBehind'),
      sentence: t(isMuch ? 'realtime.streamFarBehindText' : 'realtime.streamBehindText', { size }),
    };
  }
  if (state === 'streaming')
    return { tone: 'good', word: t('realtime.streaming'), sentence: t('realtime.streamingText') };
  if (state === 'opening')
    return {
      tone: 'quiet',
      word: t('realtime.streamOpening'),
      sentence: t('realtime.streamOpeningText'),
    };
  return {
    tone: 'quiet',
    word: t('realtime.streamResting'),
    sentence: t('realtime.streamRestingText'),
  };
}
