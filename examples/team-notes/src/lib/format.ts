const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto', style: 'short' });
const thisYear = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short' });
const anyYear = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short', year: 'numeric' });
const exact = new Intl.DateTimeFormat('en', { dateStyle: 'full', timeStyle: 'short' });

/** "now", "5 min. ago", "yesterday", "12 Mar". */
export function timeAgo(iso: string, now = Date.now()): string {
  const date = new Date(iso);
  const seconds = Math.round((date.getTime() - now) / 1000);
  if (seconds > -45) return 'just now';
  if (seconds > -3600) return relative.format(Math.round(seconds / 60), 'minute');
  if (seconds > -22 * 3600) return relative.format(Math.round(seconds / 3600), 'hour');
  if (seconds > -6.5 * 86_400) return relative.format(Math.round(seconds / 86_400), 'day');
  const sameYear = date.getFullYear() === new Date(now).getFullYear();
  return (sameYear ? thisYear : anyYear).format(date);
}

export const exactTime = (iso: string) => exact.format(new Date(iso));

/** "Ada Lindqvist" becomes "AL". */
export function initials(name: string): string {
  const words = name.trim().split(/\s+/);
  const letters = [words[0], words.length > 1 ? words.at(-1) : undefined];
  return letters.map((word) => [...(word ?? '')][0]?.toUpperCase() ?? '').join('');
}

/** Markdown as one line of plain text, for lists. */
export function plainText(markdown: string): string {
  return markdown
    .replace(/```.*$/gm, ' ')
    .replace(/\[[ xX]\]\s+/g, '')
    .replace(/([^\n])\n\s*([-*+]|\d+\.)\s+/g, '$1 · ')
    .replace(/^\s*(#{1,6}|>|[-*+]|\d+\.)\s+/gm, '')
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/[*_`~|]+/g, '')
    .replace(/\s+/g, ' ')
    .trim();
}

const upToTen = new Intl.NumberFormat('en', { maximumFractionDigits: 1 });

/** "812 B", "64 KB", "1.4 MB"; a kilobyte has 1024 bytes. */
export function fileSize(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`;
  const kilobytes = bytes / 1024;
  if (kilobytes < 1023.5) return `${Math.round(kilobytes)} KB`;
  return `${upToTen.format(kilobytes / 1024)} MB`;
}
