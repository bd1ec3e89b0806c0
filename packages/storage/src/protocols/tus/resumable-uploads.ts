import type { StorageCore } from '../../core.ts';
import { RunningHashes } from './running-hashes.ts';
import { UploadLocks } from './upload-locks.ts';
import { deleteExpired, withoutUpload } from './upload-records.ts';

/** Uploads looked at in one statement. */
const batch = 500;

/** What resumable uploads keep between requests besides their rows and files. */
export class ResumableUploads {
  readonly locks: UploadLocks = new UploadLocks();
  readonly hashes: RunningHashes = new RunningHashes();
  readonly #core: StorageCore;

  constructor(core: StorageCore) {
    this.#core = core;
  }

  /** Forgets uploads whose time is over, and the bytes that no upload of any protocol knows of. */
  async sweep(): Promise<void> {
    const { uploads } = this.#core.blobs;
    for (;;) {
      const expired = await deleteExpired(this.#core, batch);
      for (const id of expired) {
        this.hashes.forget(id);
        await uploads.discard(id);
      }
      if (expired.length < batch) break;
    }
    await this.#discardStrays();
  }

  /** Young ones are spared: the row of an upload may be written after its first bytes. */
  async #discardStrays(): Promise<void> {
    const { blobs, clock, limits } = this.#core;
    const before = clock.now() - limits.orphanAge;
    let candidates: string[] = [];
    const flush = async (): Promise<void> => {
      const strays = await withoutUpload(this.#core, candidates);
      candidates = [];
      for (const id of strays) await blobs.uploads.discard(id);
    };
    for await (const { version, modifiedAt } of blobs.uploads.list()) {
      if (modifiedAt <= before) candidates.push(version);
      if (candidates.length >= batch) await flush();
    }
    if (candidates.length > 0) await flush();
  }
}
