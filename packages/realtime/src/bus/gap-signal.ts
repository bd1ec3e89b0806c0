/** Who is told has work to do (asking other nodes for their state), so not more often than that; milliseconds. */
const pause = 1_000;

/** Tells of gaps: the first at once, those that follow soon after together. */
export class GapSignal {
  readonly #listeners: (() => void)[] = [];
  #timer: NodeJS.Timeout | undefined;
  #isDue = false;

  listen(lost: () => void): void {
    this.#listeners.push(lost);
  }

  gap(): void {
    if (this.#timer !== undefined) {
      this.#isDue = true;
      return;
    }
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      if (this.#isDue) this.gap();
    }, pause);
    this.#timer.unref();
    this.#isDue = false;
    for (const lost of this.#listeners) lost();
  }

  close(): void {
    clearTimeout(this.#timer);
    this.#listeners.length = 0;
  }
}
