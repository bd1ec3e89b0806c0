import type { PresenceChange } from './presence-change.ts';
import { entryText, type PlacedEntry, type ReplicaMessage } from './replica-message.ts';

/** A part of all entries is closed when it has reached so many characters. */
const partSize = 1_000_000;

/** What this node shows, and how often that has changed: the truth about it, for the other nodes. */
export class OwnEntries {
  readonly #epoch: number;
  readonly #entries = new Map<string, PlacedEntry>();
  #count = 0;

  /** `epoch` is greater than any that the node had before. */
  constructor(epoch: number) {
    this.#epoch = epoch;
  }

  /** The message that tells of changes. */
  change(changes: readonly PresenceChange[]): ReplicaMessage {
    const first = this.#count + 1;
    this.#count += changes.length;
    for (const change of changes) {
      if (change.kind === 'add') this.#entries.set(change.entry.ref, change);
      else this.#entries.delete(change.ref);
    }
    return { kind: 'changes', epoch: this.#epoch, first, changes };
  }

  digest(): ReplicaMessage {
    return { kind: 'digest', epoch: this.#epoch, count: this.#count };
  }

  /** The messages that tell everything; to be sent one right after another. */
  all(): ReplicaMessage[] {
    const parts: PlacedEntry[][] = [[]];
    let size = 0;
    for (const placed of this.#entries.values()) {
      if (size > partSize) {
        parts.push([]);
        size = 0;
      }
      parts.at(-1)?.push(placed);
      size += entryText(placed).length;
    }
    const head = {
      kind: 'all',
      epoch: this.#epoch,
      count: this.#count,
      parts: parts.length,
    } as const;
    return parts.map((entries, index) => ({ ...head, index, entries }));
  }
}
