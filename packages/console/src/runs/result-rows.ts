/** Longest cell of a result, in characters. */
const longestCell = 65_536;

/** Characters that the results of one run hold at most. */
const runBudget = 16_000_000;

/** How much of a run's answer is used up. */
export class ResultBudget {
  #left = runBudget;

  /** True where a row of so many characters still has room. */
  take(characters: number): boolean {
    if (characters > this.#left) {
      this.#left = 0;
      return false;
    }
    this.#left -= characters;
    return true;
  }
}

/** The rows of one result, as far as they are kept. */
export class ResultRows {
  readonly rows: (readonly (string | null)[])[] = [];
  readonly cut: (readonly [number, number, number])[] = [];
  readonly #most: number;
  readonly #budget: ResultBudget;
  #isFull = false;

  constructor(most: number, budget: ResultBudget) {
    this.#most = most;
    this.#budget = budget;
  }

  /** True where rows came that were not kept. */
  get isTruncated(): boolean {
    return this.#isFull;
  }

  readonly add = (row: readonly (string | null)[]): void => {
    if (this.#isFull) return;
    const size = row.reduce((sum, cell) => sum + Math.min(cell?.length ?? 0, longestCell) + 8, 0);
    if (this.rows.length >= this.#most || !this.#budget.take(size)) {
      this.#isFull = true;
      return;
    }
    const number = this.rows.length;
    this.rows.push(
      row.map((cell, column) => {
        if (cell === null || cell.length <= longestCell) return cell;
        this.cut.push([number, column, cell.length]);
        return cell.slice(0, longestCell);
      }),
    );
  };
}
