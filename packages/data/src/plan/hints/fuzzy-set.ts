/** A candidate and how alike it is, from 0 to 1. */
export interface FuzzyMatch {
  readonly text: string;
  readonly score: number;
}

const largestGram = 3;
const smallestGram = 2;

/** With more texts, or for a longer one, a hint would cost more than it is worth: all other requests wait. */
const most = { texts: 1_000, length: 500 };

/** Only so many of the best candidates by grams are compared letter by letter. */
const compared = 50;

/**
 * Finds the texts most like another one: by their groups of three letters, then of two, ranked by edit
 * distance. The method (and so the hints it leads to) is that of the FuzzySet library.
 */
export class FuzzySet {
  readonly #texts: ReadonlyMap<string, string>;

  constructor(texts: Iterable<string>) {
    this.#texts = new Map([...texts].map((text) => [text.toLowerCase(), text]));
  }

  /** Candidates with at least this score, best first; none where looking for them would take too long. */
  matches(text: string, leastScore = 0.33): readonly FuzzyMatch[] {
    if (this.#texts.size > most.texts || text.length > most.length) return [];
    const wanted = text.toLowerCase();
    const same = this.#texts.get(wanted);
    if (same !== undefined) return [{ text: same, score: 1 }];
    for (let size = largestGram; size >= smallestGram; size -= 1) {
      const found = this.#ranked(wanted, size).filter(({ score }) => score >= leastScore);
      if (found.length > 0) return found;
    }
    return [];
  }

  /** The best candidate with at least this score. */
  best(text: string, leastScore?: number): string | undefined {
    return this.matches(text, leastScore)[0]?.text;
  }

  #ranked(wanted: string, size: number): FuzzyMatch[] {
    const grams = gramCounts(wanted, size);
    const length = magnitude(grams);
    const alike: FuzzyMatch[] = [];
    for (const text of this.#texts.keys()) {
      const others = gramCounts(text, size);
      const common = product(grams, others);
      if (common > 0) alike.push({ text, score: common / (length * magnitude(others)) });
    }
    return alike
      .sort((left, right) => right.score - left.score)
      .slice(0, compared)
      .map(({ text }) => ({ text: this.#texts.get(text) ?? text, score: likeness(text, wanted) }))
      .sort((left, right) => right.score - left.score);
  }
}

function gramCounts(text: string, size: number): ReadonlyMap<string, number> {
  const letters = `-${text.replace(/[^\p{L}\p{N} ,]+/gu, '')}-`.padEnd(size, '-');
  const counts = new Map<string, number>();
  for (let start = 0; start + size <= letters.length; start += 1) {
    const gram = letters.slice(start, start + size);
    counts.set(gram, (counts.get(gram) ?? 0) + 1);
  }
  return counts;
}

function magnitude(counts: ReadonlyMap<string, number>): number {
  let sum = 0;
  for (const count of counts.values()) sum += count * count;
  return Math.sqrt(sum);
}

function product(left: ReadonlyMap<string, number>, right: ReadonlyMap<string, number>): number {
  let sum = 0;
  for (const [gram, count] of left) sum += count * (right.get(gram) ?? 0);
  return sum;
}

/** One minus the edit distance as a share of the longer text. */
function likeness(left: string, right: string): number {
  const longest = Math.max(left.length, right.length);
  return longest === 0 ? 1 : 1 - editDistance(left, right) / longest;
}

function editDistance(left: string, right: string): number {
  let row = Array.from({ length: right.length + 1 }, (_, index) => index);
  for (let at = 1; at <= left.length; at += 1) {
    const next = [at];
    for (let index = 1; index <= right.length; index += 1) {
      const substituted = (row[index - 1] ?? 0) + (left[at - 1] === right[index - 1] ? 0 : 1);
      next.push(Math.min(substituted, (row[index] ?? 0) + 1, (next[index - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[right.length] ?? 0;
}
