import { exactTime, timeAgo } from '../lib/format';

export function Time({ at }: { at: string }) {
  return (
    <time dateTime={at} title={exactTime(at)}>
      {timeAgo(at)}
    </time>
  );
}
