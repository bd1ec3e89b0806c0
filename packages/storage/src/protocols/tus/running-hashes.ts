import { createHash, type Hash } from 'node:crypto';
import { BoundedMap } from '@plinth/kernel';

/** Uploads whose hash is kept between their requests. */
const most = 1_000;

/** The MD5 of an upload so far. */
export interface RunningHash {
  readonly hash: Hash;
  /** Bytes that it has seen. */
  readonly offset: number;
}

/**
 * MD5s of uploads under way, so that a finished one need not be read again. A state cannot be saved: after a restart the
 * file is read once instead.
 */
export class RunningHashes {
  readonly #hashes = new BoundedMap<string, RunningHash>(most);

  /** Takes the hash of an upload out, where it stands at `offset`; the caller continues it. */
  take(upload: string, offset: number): Hash | undefined {
    const known = this.#hashes.get(upload);
    this.#hashes.delete(upload);
    if (offset === 0) return createHash('md5');
    return known?.offset === offset ? known.hash : undefined;
  }

  /** Puts it back, `offset` bytes on. */
  put(upload: string, running: RunningHash): void {
    this.#hashes.set(upload, running);
  }

  forget(upload: string): void {
    this.#hashes.delete(upload);
  }
}
