interface Searchable {
  readonly label: string;
  readonly hint?: string;
  readonly keywords?: string;
}

/** How well `text` fits `label`: 0 is not at all; beginnings of words count more than letters in order. */
function fit(label: string, text: string): number {
  const where = label.toLowerCase();
  const what = text.toLowerCase();
  if (what === '') return 1;
  if (where === what) return 100;
  if (where.startsWith(what)) return 80;
  const at = where.indexOf(what);
  if (at > 0) return /[^a-z0-9]/.test(where[at - 1] ?? '') ? 60 : 40;
  return fitsInOrder(where, what) ? 10 : 0;
}

function fitsInOrder(where: string, what: string): boolean {
  let from = 0;
  for (const letter of what) {
    const at = where.indexOf(letter, from);
    if (at < 0) return false;
    from = at + 1;
  }
  return true;
}

function score(option: Searchable, text: string): number {
  const words = text.trim().split(/\s+/);
  let total = 0;
  for (const word of words) {
    const best = Math.max(
      fit(option.label, word),
      fit(option.keywords ?? '', word) * 0.7,
      (option.hint ?? '').toLowerCase().includes(word.toLowerCase()) ? 5 : 0,
    );
    if (best === 0) return 0;
    total += best;
  }
  return total;
}

/** The options that fit `text`, best first; all in their own order where nothing is typed. */
export function rank<O extends Searchable>(options: readonly O[], text: string): readonly O[] {
  if (text.trim() === '') return options;
  return options
    .map((option, index) => ({ option, index, points: score(option, text) }))
    .filter(({ points }) => points > 0)
    .sort((a, b) => b.points - a.points || a.index - b.index)
    .map(({ option }) => option);
}
