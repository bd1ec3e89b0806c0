import { hash } from 'node:crypto';
import { closeSync, fsync as fsyncFile, open as openFile, write as writeFile } from 'node:fs';
import { rm } from 'node:fs/promises';
import { promisify } from 'node:util';
import type { BlobFacts } from '../blob-store.ts';

// Callbacks cost less than the file handles of node:fs/promises.
const open = promisify(openFile);
const write = promisify(writeFile);
const fsync = promisify(fsyncFile);

/**
 * Writes a content that is whole in memory to the new file `path`, in its place: for names that nobody looks up before the
 * call resolves. The bytes are durable then; the entry of the folder is the caller's to sync. Leaves nothing where it throws.
 */
export async function writeAtOnce(path: string, chunks: readonly Uint8Array[]): Promise<BlobFacts> {
  const opening = open(path, 'wx', 0o600);
  const content =
    chunks.length === 1 && chunks[0] !== undefined ? chunks[0] : Buffer.concat(chunks);
  // Hashed while the file is being opened.
  const etag = hash('md5', content);
  const file = await opening;
  try {
    await writeAll(file, content);
    await fsync(file);
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  } finally {
    // Of a file that is synced nothing is left to wait for.
    closeSync(file);
  }
  return { size: content.byteLength, etag };
}

async function writeAll(file: number, content: Uint8Array): Promise<void> {
  let done = 0;
  while (done < content.byteLength) {
    const { bytesWritten } = await write(file, content, done, content.byteLength - done, done);
    done += bytesWritten;
  }
}
