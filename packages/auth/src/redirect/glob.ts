/** One step of a compiled pattern. */
type Step =
  | { readonly kind: 'text'; readonly character: string }
  | { readonly kind: 'one' }
  | { readonly kind: 'many' }
  | { readonly kind: 'all' }
  | {
      readonly kind: 'set';
      readonly negated: boolean;
      readonly has: (character: string) => boolean;
    }
  | { readonly kind: 'either'; readonly ways: readonly (readonly Step[])[] };

/** Characters that `*` and `?` stop at: the parts of a host and of a path. */
const separators: readonly string[] = ['.', '/'];

/**
 * A glob as GoTrue reads redirect patterns: `*` any characters but `.` and `/`, `**` any at all, `?` one
 * but those two, `[a-z]` and `[!abc]` one of a set, `{a,b}` one of several, `\` takes the next as it is.
 */
export class Glob {
  readonly #steps: readonly Step[];

  /** Throws a RangeError for a pattern with an open bracket or brace. */
  constructor(pattern: string) {
    this.#steps = new PatternReader(pattern).read();
  }

  /** True where the whole text fits. Takes time in proportion to pattern × text, whatever they are. */
  matches(text: string): boolean {
    const characters = [...text];
    return advance(this.#steps, characters, new Set([0])).has(characters.length);
  }
}

/** The places in the text that can be reached from `starts` by `steps`. */
function advance(
  steps: readonly Step[],
  text: readonly string[],
  starts: ReadonlySet<number>,
): ReadonlySet<number> {
  let places = starts;
  for (const step of steps) {
    if (places.size === 0) return places;
    places = take(step, text, places);
  }
  return places;
}

function take(
  step: Step,
  text: readonly string[],
  places: ReadonlySet<number>,
): ReadonlySet<number> {
  const next = new Set<number>();
  if (step.kind === 'either') {
    for (const way of step.ways) {
      for (const place of advance(way, text, places)) next.add(place);
    }
    return next;
  }
  if (step.kind === 'many' || step.kind === 'all') {
    // Runs of one start may overlap those of another: each place is entered once.
    for (const place of [...places].sort((a, b) => a - b)) {
      for (let end = place; !next.has(end); end += 1) {
        next.add(end);
        const character = text[end];
        if (character === undefined) break;
        if (step.kind === 'many' && separators.includes(character)) break;
      }
    }
    return next;
  }
  for (const place of places) {
    const character = text[place];
    if (character !== undefined && fits(step, character)) next.add(place + 1);
  }
  return next;
}

function fits(step: Extract<Step, { kind: 'text' | 'one' | 'set' }>, character: string): boolean {
  if (step.kind === 'text') return step.character === character;
  if (step.kind === 'one') return !separators.includes(character);
  return step.has(character) !== step.negated;
}

class PatternReader {
  readonly #pattern: readonly string[];
  #at = 0;

  constructor(pattern: string) {
    this.#pattern = [...pattern];
  }

  read(): readonly Step[] {
    return this.#sequence(false);
  }

  #sequence(inBraces: boolean): readonly Step[] {
    const steps: Step[] = [];
    for (let character = this.#peek(); character !== undefined; character = this.#peek()) {
      if (inBraces && (character === ',' || character === '}')) break;
      this.#at += 1;
      steps.push(this.#step(character));
    }
    return steps;
  }

  #step(character: string): Step {
    switch (character) {
      case '*':
        if (this.#peek() !== '*') return { kind: 'many' };
        while (this.#peek() === '*') this.#at += 1;
        return { kind: 'all' };
      case '?':
        return { kind: 'one' };
      case '[':
        return this.#set();
      case '{':
        return this.#either();
      case '\\':
        return { kind: 'text', character: this.#next('an escape ends the pattern') };
      default:
        return { kind: 'text', character };
    }
  }

  #set(): Step {
    const negated = this.#peek() === '!';
    if (negated) this.#at += 1;
    const members: string[] = [];
    for (let one = this.#next('a bracket stays open'); one !== ']'; ) {
      members.push(one === '\\' ? this.#next('a bracket stays open') : one);
      one = this.#next('a bracket stays open');
    }
    const [low, dash, high] = members;
    if (members.length === 3 && dash === '-' && low !== undefined && high !== undefined) {
      return { kind: 'set', negated, has: (each) => each >= low && each <= high };
    }
    return { kind: 'set', negated, has: (each) => members.includes(each) };
  }

  #either(): Step {
    const ways = [this.#sequence(true)];
    for (let end = this.#next('a brace stays open'); end === ','; ) {
      ways.push(this.#sequence(true));
      end = this.#next('a brace stays open');
    }
    return { kind: 'either', ways };
  }

  #peek(): string | undefined {
    return this.#pattern[this.#at];
  }

  #next(problem: string): string {
    const character = this.#peek();
    if (character === undefined) throw this.#error(problem);
    this.#at += 1;
    return character;
  }

  #error(problem: string): RangeError {
    return new RangeError(`${this.#pattern.join('')}: ${problem}`);
  }
}
