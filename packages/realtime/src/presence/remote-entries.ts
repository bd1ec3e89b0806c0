import type { PresenceChange } from './presence-change.ts';
import type { PlacedEntry, ReplicaMessage } from './replica-message.ts';

/** Most entries that one other node is believed to have. */
const mostEntries = 1_000_000;

type About<Kind extends ReplicaMessage['kind']> = Extract<ReplicaMessage, { kind: Kind }>;

/** What taking a message comes to. */
export interface Taken {
  /** For the rooms of this node. */
  readonly changes: readonly PresenceChange[];
  /** Whether something is missing that only the whole can mend. */
  readonly isBehind: boolean;
}

/**
 * What one other node shows, as far as this node knows. Only that node adds and removes its entries, each has a ref of its own, and its changes
 * are counted: whatever is lost, doubled or late, the count tells, and all entries at a count replace what is here.
 */
export class RemoteEntries {
  #epoch = 0;
  #count = 0;
  readonly #entries = new Map<string, PlacedEntry>();
  #gathering:
    | { readonly of: About<'all'>; readonly parts: Map<number, readonly PlacedEntry[]> }
    | undefined;

  changes(message: About<'changes'>): Taken {
    const { epoch, first, changes } = message;
    if (epoch < this.#epoch) return { changes: [], isBehind: false };
    if (epoch > this.#epoch && first > 1) return { changes: [], isBehind: true };
    const forgotten = epoch > this.#epoch ? this.#restart(epoch) : [];
    if (first > this.#count + 1) return { changes: forgotten, isBehind: true };
    // What is known already comes again where a message was doubled, or all entries overtook it.
    const unknown = changes.slice(this.#count + 1 - first);
    this.#count += unknown.length;
    const done = unknown.filter((change) => this.#apply(change));
    return { changes: [...forgotten, ...done], isBehind: false };
  }

  digest({ epoch, count }: About<'digest'>): Taken {
    const isBehind = epoch > this.#epoch || (epoch === this.#epoch && count > this.#count);
    return { changes: [], isBehind };
  }

  all(message: About<'all'>): Taken {
    const { epoch, count, index, parts } = message;
    const isOld = epoch < this.#epoch || (epoch === this.#epoch && count < this.#count);
    if (isOld) return { changes: [], isBehind: false };
    const current = this.#gathering;
    const fits =
      current?.of.epoch === epoch && current.of.count === count && current.of.parts === parts;
    const gathering = fits ? current : { of: message, parts: new Map() };
    this.#gathering = gathering;
    gathering.parts.set(index, message.entries);
    if (gathering.parts.size < parts) return { changes: [], isBehind: false };
    this.#gathering = undefined;
    this.#epoch = epoch;
    this.#count = count;
    return { changes: this.#replace([...gathering.parts.values()].flat()), isBehind: false };
  }

  /** The node is gone: what the rooms lose. */
  forget(): PresenceChange[] {
    const removed = [...this.#entries.values()].map(removal);
    this.#entries.clear();
    return removed;
  }

  #restart(epoch: number): PresenceChange[] {
    this.#epoch = epoch;
    this.#count = 0;
    this.#gathering = undefined;
    return this.forget();
  }

  /** False where nothing changes. */
  #apply(change: PresenceChange): boolean {
    if (change.kind === 'remove') return this.#entries.delete(change.ref);
    const { ref } = change.entry;
    if (this.#entries.has(ref) || this.#entries.size >= mostEntries) return false;
    this.#entries.set(ref, { topic: change.topic, entry: change.entry });
    return true;
  }

  #replace(entries: readonly PlacedEntry[]): PresenceChange[] {
    const refs = new Set(entries.map(({ entry }) => entry.ref));
    const gone = [...this.#entries.values()].filter(({ entry }) => !refs.has(entry.ref));
    const changes: PresenceChange[] = entries.map((placed) => ({ kind: 'add', ...placed }));
    return [...gone.map(removal), ...changes].filter((change) => this.#apply(change));
  }
}

function removal({ topic, entry }: PlacedEntry): PresenceChange {
  return { kind: 'remove', topic, ref: entry.ref };
}
