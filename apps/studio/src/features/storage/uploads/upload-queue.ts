import { createStore, type Store } from '../../../lib/state/store.ts';

/** `waiting` for its turn, `sending`, `paused` by hand, and how it ended. */
export type UploadState = 'waiting' | 'sending' | 'paused' | 'done' | 'failed';

/** A file on its way to a bucket. */
export interface Upload {
  readonly id: string;
  readonly bucket: string;
  readonly key: string;
  readonly file: File;
  readonly type: string;
  /** Whether a file of that name is replaced. */
  readonly replace: boolean;
  readonly state: UploadState;
  /** Bytes. */
  readonly sent: number;
  readonly error: unknown;
}

/** An upload under way. */
export interface Sending {
  /** Resolves when the file is stored; rejects with what went wrong, but not after `stop`. */
  readonly done: Promise<void>;
  /** Ends sending. What the server has is kept where it can be resumed, unless `forget`. */
  stop(forget: boolean): void;
}

export type Send = (upload: Upload, onProgress: (sent: number) => void) => Sending;

export interface UploadQueueOptions {
  readonly send: Send;
  readonly newId: () => string;
  readonly now: () => number;
  /** Runs after each file that was stored. */
  readonly onStored: (upload: Upload) => void;
}

/** Files sent at the same time. */
const atOnce = 3;
/** Milliseconds between two changes of a bar. */
const betweenProgress = 100;

export type NewUpload = Pick<Upload, 'bucket' | 'key' | 'file' | 'type' | 'replace'>;

/** Sends files, a few at a time, and goes on where it was stopped. */
export class UploadQueue {
  readonly store: Store<readonly Upload[]> = createStore<readonly Upload[]>([]);
  readonly #options: UploadQueueOptions;
  readonly #sendings = new Map<string, Sending>();
  /** What the server has of these is kept until they are resumed or given up. */
  readonly #paused = new Map<string, Sending>();

  constructor(options: UploadQueueOptions) {
    this.#options = options;
  }

  add(uploads: readonly NewUpload[]): void {
    const added = uploads.map(
      (upload): Upload => ({
        ...upload,
        id: this.#options.newId(),
        state: 'waiting',
        sent: 0,
        error: null,
      }),
    );
    this.store.set((all) => [...all, ...added]);
    this.#pump();
  }

  /** Stops an upload until it is resumed. */
  pause(id: string): void {
    const upload = this.#find(id);
    if (upload?.state !== 'sending' && upload?.state !== 'waiting') return;
    this.#stop(id, false);
    this.#change(id, { state: 'paused' });
    this.#pump();
  }

  /** Goes on with an upload that was paused or has failed. */
  resume(id: string): void {
    const upload = this.#find(id);
    if (upload?.state !== 'paused' && upload?.state !== 'failed') return;
    this.#change(id, { state: 'waiting', error: null });
    this.#pump();
  }

  /** Gives an upload up, or takes a finished one off the list. */
  remove(id: string): void {
    this.#stop(id, true);
    this.store.set((all) => all.filter((upload) => upload.id !== id));
    this.#pump();
  }

  pauseAll(): void {
    for (const { id } of this.store.get()) this.pause(id);
  }

  resumeAll(): void {
    for (const { id } of this.store.get()) this.resume(id);
  }

  removeAll(): void {
    const all = this.store.get();
    this.store.set([]);
    for (const { id } of all) this.#stop(id, true);
  }

  /** Takes what is stored off the list. */
  clearDone(): void {
    this.store.set((all) => all.filter(({ state }) => state !== 'done'));
  }

  #find(id: string): Upload | undefined {
    return this.store.get().find((upload) => upload.id === id);
  }

  #change(id: string, change: Partial<Upload>): void {
    this.store.set((all) =>
      all.map((upload) => (upload.id === id ? { ...upload, ...change } : upload)),
    );
  }

  #stop(id: string, forget: boolean): void {
    const sending = this.#sendings.get(id) ?? this.#paused.get(id);
    this.#sendings.delete(id);
    this.#paused.delete(id);
    if (sending === undefined) return;
    sending.stop(forget);
    if (!forget) this.#paused.set(id, sending);
  }

  #pump(): void {
    for (const upload of this.store.get()) {
      if (this.#sendings.size >= atOnce) return;
      if (upload.state === 'waiting') this.#start(upload);
    }
  }

  #start(upload: Upload): void {
    const { id } = upload;
    this.#change(id, { state: 'sending' });
    let shownAt = Number.NEGATIVE_INFINITY;
    const sending = this.#options.send(upload, (sent) => {
      const at = this.#options.now();
      if (this.#sendings.get(id) !== sending || at - shownAt < betweenProgress) return;
      shownAt = at;
      this.#change(id, { sent });
    });
    this.#sendings.set(id, sending);
    this.#paused.delete(id);
    const end = (change: Partial<Upload>): void => {
      if (this.#sendings.get(id) !== sending) return;
      this.#sendings.delete(id);
      this.#change(id, change);
      this.#pump();
    };
    sending.done.then(
      () => {
        end({ state: 'done', sent: upload.file.size });
        this.#options.onStored(upload);
      },
      (error: unknown) => end({ state: 'failed', error }),
    );
  }
}
