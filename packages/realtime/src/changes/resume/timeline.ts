import type { LogPosition } from '../change-source.ts';

interface Sample {
  readonly time: number;
  readonly position: LogPosition;
}

/** Least milliseconds between two samples. */
const step = 1_000;

/** How far the node had come at which time, in steps. */
export class Timeline {
  readonly #window: number;
  #samples: Sample[] = [];

  /** @param window milliseconds that are kept */
  constructor(window: number) {
    this.#window = window;
  }

  /** Everything up to `position` was handled at `time`. */
  note(time: number, position: LogPosition): void {
    const last = this.#samples.at(-1);
    if (last !== undefined && time - last.time < step) return;
    this.#samples.push({ time, position });
    // Steps are long and the window is bounded, so the list is short.
    const [, second] = this.#samples;
    if (second !== undefined && second.time < time - this.#window) this.#samples.shift();
  }

  /** What was surely handled at `time`; undefined where that is before the first sample. */
  at(time: number): LogPosition | undefined {
    return this.#samples.findLast((sample) => sample.time <= time)?.position;
  }
}
