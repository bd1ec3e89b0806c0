import { createHash, type Hash } from 'node:crypto';
import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { BlobFacts, ByteSource } from '../blob-store.ts';

/** Makes the entries of a folder survive a power failure. */
export async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

/** Syncs folders that stay: each is opened once, and calls that come while one is at work share the next. */
export class FolderSync {
  readonly #handles = new Map<string, Promise<FileHandle>>();
  readonly #running = new Map<string, Promise<void>>();
  readonly #waiting = new Map<string, Promise<void>>();

  /** Resolves when the entries that the folder has now would survive a power failure. */
  sync(path: string): Promise<void> {
    const waiting = this.#waiting.get(path);
    if (waiting !== undefined) return waiting;
    const before = this.#running.get(path) ?? Promise.resolve();
    const next: Promise<void> = before.catch(() => {}).then(() => this.#run(path, next));
    this.#waiting.set(path, next);
    return next;
  }

  async close(): Promise<void> {
    const handles = [...this.#handles.values()];
    this.#handles.clear();
    await Promise.all(handles.map(async (handle) => (await handle).close()));
  }

  async #run(path: string, itself: Promise<void>): Promise<void> {
    this.#waiting.delete(path);
    this.#running.set(path, itself);
    const handle = this.#handles.get(path) ?? open(path, 'r');
    this.#handles.set(path, handle);
    try {
      await (await handle).sync();
    } catch (error) {
      this.#handles.delete(path);
      await handle.then((opened) => opened.close()).catch(() => {});
      throw error;
    } finally {
      if (this.#running.get(path) === itself) this.#running.delete(path);
    }
  }
}

/**
 * Writes `source` to `path` so that the file is there whole or not at all: temporary file, fsync, rename, fsync of the
 * folder (`sync` does that). Throws what `source` throws, and leaves nothing then.
 */
export async function writeDurably(
  path: string,
  temporary: string,
  source: ByteSource,
  sync: (folder: string) => Promise<void> = syncFolder,
): Promise<BlobFacts> {
  try {
    const facts = await writeSynced(temporary, source);
    await rename(temporary, path);
    await sync(dirname(path));
    return facts;
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

async function writeSynced(path: string, source: ByteSource): Promise<BlobFacts> {
  const file = await open(path, 'wx', 0o600);
  try {
    const hash = createHash('md5');
    const size = await pour(file, source, hash);
    await file.sync();
    return { size, etag: hash.digest('hex') };
  } finally {
    await file.close();
  }
}

/**
 * Writes all of `source` from the start of the file; gives the bytes. One chunk is written while the next one comes in
 * and is hashed.
 */
async function pour(file: FileHandle, source: ByteSource, hash: Hash): Promise<number> {
  let size = 0;
  let writing = Promise.resolve();
  try {
    for await (const chunk of source) {
      await writing;
      writing = writeWhole(file, chunk, size);
      writing.catch(() => {});
      size += chunk.byteLength;
      hash.update(chunk);
    }
  } finally {
    // Nothing may be at work on the file when it is closed.
    await Promise.allSettled([writing]);
  }
  await writing;
  return size;
}

/** Writes a chunk at a place of the file; one write may take fewer bytes than it was given. */
export async function writeWhole(
  file: FileHandle,
  chunk: Uint8Array,
  position: number,
): Promise<void> {
  let done = 0;
  while (done < chunk.byteLength) {
    const left = chunk.byteLength - done;
    const { bytesWritten } = await file.write(chunk, done, left, position + done);
    done += bytesWritten;
  }
}
