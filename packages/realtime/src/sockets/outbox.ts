/** A connection with frames that wait for the end of the turn. */
interface Sender {
  flush(batch: SharedBatch): void;
}

/** Larger batches are handed to the kernel piece by piece: joining them would only copy. */
const largestJoined = 65_536;

/** Joins the frames of a turn; sockets that get the same frames in a row share the joined bytes. */
export class SharedBatch {
  #frames: readonly Buffer[] = [];
  #joined: Buffer | undefined;

  /** The frames as one; undefined where they are too large together. */
  join(frames: readonly Buffer[]): Buffer | undefined {
    if (!this.#isLast(frames)) {
      let total = 0;
      for (const frame of frames) total += frame.length;
      this.#frames = frames;
      this.#joined = total > largestJoined ? undefined : Buffer.concat(frames, total);
    }
    return this.#joined;
  }

  #isLast(frames: readonly Buffer[]): boolean {
    const last = this.#frames;
    if (last.length !== frames.length) return false;
    for (let index = 0; index < frames.length; index += 1) {
      if (last[index] !== frames[index]) return false;
    }
    return true;
  }
}

/**
 * Gathers what is written in one turn of the event loop: one system call for each socket and turn, and those cost
 * more than everything else.
 */
export class Outbox {
  #waiting: Sender[] = [];

  /** The sender is flushed at the end of this turn. */
  add(sender: Sender): void {
    this.#waiting.push(sender);
    if (this.#waiting.length === 1) setImmediate(() => this.#flush());
  }

  #flush(): void {
    const senders = this.#waiting;
    this.#waiting = [];
    const batch = new SharedBatch();
    for (const sender of senders) sender.flush(batch);
  }
}
