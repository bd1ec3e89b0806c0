/** Longest name that is taken into an alias, in bytes: Postgres cuts identifiers at 63. */
const longest = 48;

/** Names for the relations of one statement: each used once, so that no level can mean another's. */
export class Aliases {
  readonly #taken: Set<string>;
  #count = 0;

  constructor(root: string) {
    this.#taken = new Set([root]);
  }

  /** A new alias that reminds of `name`. */
  next(name: string): string {
    const short = shorten(name);
    let alias: string;
    do {
      this.#count += 1;
      alias = `${short}_${this.#count}`;
    } while (this.#taken.has(alias));
    this.#taken.add(alias);
    return alias;
  }
}

function shorten(name: string): string {
  if (Buffer.byteLength(name) <= longest) return name;
  let short = '';
  for (const character of name) {
    if (Buffer.byteLength(short + character) > longest) break;
    short += character;
  }
  return short;
}
