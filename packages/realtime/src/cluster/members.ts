/** Most nodes that are taken for real. */
const mostNodes = 1_000;

/** Which other nodes are alive, as far as their heartbeats tell. */
export class Members {
  readonly #deadAfter: number;
  readonly #lastHeard = new Map<string, number>();
  #lastLook: number;

  /** A node is dead that was not heard for `deadAfter` milliseconds. */
  constructor(deadAfter: number, now: number) {
    this.#deadAfter = deadAfter;
    this.#lastLook = now;
  }

  get size(): number {
    return this.#lastHeard.size;
  }

  has(node: string): boolean {
    return this.#lastHeard.has(node);
  }

  /** True where it is new. */
  heard(node: string, now: number): boolean {
    const isNew = !this.#lastHeard.has(node);
    if (isNew && this.#lastHeard.size >= mostNodes) return false;
    this.#lastHeard.set(node, now);
    return isNew;
  }

  /** True where it was there. */
  left(node: string): boolean {
    return this.#lastHeard.delete(node);
  }

  /** Those that have died since; call it several times within `deadAfter`. */
  takeDead(now: number): string[] {
    const wasAsleep = now - this.#lastLook > this.#deadAfter / 2;
    this.#lastLook = now;
    const dead: string[] = [];
    for (const [node, lastHeard] of this.#lastHeard) {
      // This process stood still: it could not hear them, so they get their time anew.
      if (wasAsleep) this.#lastHeard.set(node, now);
      else if (now - lastHeard > this.#deadAfter) dead.push(node);
    }
    for (const node of dead) this.#lastHeard.delete(node);
    return dead;
  }
}
