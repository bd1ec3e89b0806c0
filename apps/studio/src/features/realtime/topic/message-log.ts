/** Something that happened on a topic. */
export interface LogEntry {
  /** Counts what happened since the page was opened. */
  readonly id: number;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly kind: LogKind;
  /** The event, in a word. */
  readonly title: string;
  /** JSON text, or a sentence. */
  readonly body: string;
}

export type LogKind = 'broadcast' | 'presence' | 'change' | 'system';

export interface LogState {
  /** The newest first. */
  readonly entries: readonly LogEntry[];
  readonly paused: boolean;
  /** What has come since the pause began. */
  readonly held: number;
  /** What was let go, as there is room for so many only. */
  readonly dropped: number;
}

export interface MessageLogOptions {
  /** Most entries that are kept. */
  readonly most: number;
  readonly now: () => number;
  /** Runs `work` soon, once: a flood is shown in a few steps. */
  readonly soon: (work: () => void) => void;
}

const empty: LogState = { entries: [], paused: false, held: 0, dropped: 0 };

/** What was heard on a topic, as far as there is room. While it is paused the shown entries stay as they are. */
export class MessageLog {
  readonly #options: MessageLogOptions;
  readonly #listeners = new Set<() => void>();
  #entries: LogEntry[] = [];
  #state: LogState = empty;
  #next = 1;
  #dropped = 0;
  #pausedAt: number | null = null;
  #isPlanned = false;

  constructor(options: MessageLogOptions) {
    this.#options = options;
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly state = (): LogState => this.#state;

  add(entry: Pick<LogEntry, 'kind' | 'title' | 'body'>): void {
    this.#entries.push({ ...entry, id: this.#next, at: this.#options.now() });
    this.#next += 1;
    // Twice the room, so that letting go does not cost with every entry.
    if (this.#entries.length >= 2 * this.#options.most) this.#trim();
    if (this.#isPlanned) return;
    this.#isPlanned = true;
    this.#options.soon(() => {
      this.#isPlanned = false;
      this.#show();
    });
  }

  pause(): void {
    this.#show();
    this.#pausedAt = this.#next;
    this.#state = { ...this.#state, paused: true };
    this.#tell();
  }

  resume(): void {
    this.#pausedAt = null;
    this.#show();
  }

  clear(): void {
    this.#entries = [];
    this.#dropped = 0;
    if (this.#pausedAt !== null) this.#pausedAt = this.#next;
    this.#state = { ...empty, paused: this.#pausedAt !== null };
    this.#tell();
  }

  #trim(): void {
    const extra = this.#entries.length - this.#options.most;
    if (extra <= 0) return;
    this.#entries.splice(0, extra);
    this.#dropped += extra;
  }

  #show(): void {
    if (this.#pausedAt === null) {
      this.#trim();
      const entries = [...this.#entries].reverse();
      this.#state = { entries, paused: false, held: 0, dropped: this.#dropped };
    } else {
      this.#state = { ...this.#state, held: this.#next - this.#pausedAt };
    }
    this.#tell();
  }

  #tell(): void {
    for (const listener of this.#listeners) listener();
  }
}
