import type { PlacedChange } from './task.ts';

/** Most changes that are evaluated together. */
const mostTogether = 500;

/** Changes of one table on their way, in order; what gathers while some are at work is taken together. */
export class Lane {
  readonly oid: number;
  readonly schema: string;
  readonly name: string;
  #waiting: PlacedChange[] = [];
  #working: readonly PlacedChange[] = [];

  constructor(oid: number, schema: string, name: string) {
    this.oid = oid;
    this.schema = schema;
    this.name = name;
  }

  get isIdle(): boolean {
    return this.#working.length === 0;
  }

  get isEmpty(): boolean {
    return this.isIdle && this.#waiting.length === 0;
  }

  /** The first change that is not done with. */
  get head(): PlacedChange | undefined {
    return this.#working[0] ?? this.#waiting[0];
  }

  add(change: PlacedChange): void {
    this.#waiting.push(change);
  }

  /** What is to be worked on next; `done` ends it. */
  start(): readonly PlacedChange[] {
    this.#working = this.#waiting.splice(0, mostTogether);
    return this.#working;
  }

  done(): void {
    this.#working = [];
  }
}
