import type { Stats } from 'node:fs';
import {
  constants,
  copyFile,
  type FileHandle,
  link,
  mkdir,
  open,
  opendir,
  rm,
  stat,
} from 'node:fs/promises';
import type { Readable } from 'node:stream';
import {
  type BlobEntry,
  type BlobFacts,
  BlobMissing,
  type BlobStore,
  type ByteRange,
  type ByteSource,
  type OpenBlob,
} from '../blob-store.ts';
import { DiskUploads } from './disk-uploads.ts';
import { FolderSync, syncFolder, writeDurably } from './durable.ts';
import { Gatherer } from './gather.ts';
import { DiskLayout, isVersion, shards } from './layout.ts';
import { SmallBlobs } from './small-blobs.ts';
import { writeAtOnce } from './write-at-once.ts';

/** Up to this size a blob is written and read at once, and kept for a while, instead of streamed; in bytes. */
const smallBlob = 262_144;

/** Bytes read at a time where a blob is streamed. */
const chunkSize = 262_144;

/** Blobs as files of one folder. DESIGN.md has the laws. */
export class DiskStore implements BlobStore {
  readonly exclusive = true;
  readonly uploads: DiskUploads;
  readonly #layout: DiskLayout;
  readonly #folders = new FolderSync();
  readonly #sync = (folder: string): Promise<void> => this.#folders.sync(folder);
  readonly #small = new SmallBlobs();
  readonly #gatherer = new Gatherer(smallBlob);

  /** `root` is made where it does not exist. */
  constructor(root: string) {
    this.#layout = new DiskLayout(root);
    this.uploads = new DiskUploads(this.#layout);
  }

  async start(): Promise<void> {
    const { root, objects, temporary, uploads } = this.#layout;
    await mkdir(root, { recursive: true, mode: 0o700 });
    // Nobody else uses the folder: what is still here belongs to a process that died in the middle of a write.
    await rm(temporary, { recursive: true, force: true });
    for (const folder of [objects, temporary, uploads]) await mkdir(folder, { recursive: true });
    await Promise.all(shards.map((shard) => mkdir(`${objects}/${shard}`, { recursive: true })));
    await syncFolder(objects);
    await syncFolder(root);
  }

  close(): Promise<void> {
    return this.#folders.close();
  }

  async write(version: string, source: ByteSource): Promise<BlobFacts> {
    const path = this.#layout.blob(version);
    const content = await this.#gatherer.gather(source);
    if ('stream' in content) {
      const temporary = `${this.#layout.temporary}/${version}`;
      return writeDurably(path, temporary, content.stream, this.#sync);
    }
    const facts = await writeAtOnce(path, content.whole);
    await this.#sync(this.#layout.shard(version));
    return facts;
  }

  async read(version: string, range?: ByteRange): Promise<OpenBlob> {
    const kept = this.#small.get(version);
    if (kept !== undefined) return { size: kept.byteLength, body: part(kept, range) };
    if (!isVersion(version)) throw new BlobMissing(version);
    const file = await open(this.#layout.blob(version), 'r').catch((error) => {
      throw isNotFound(error) ? new BlobMissing(version) : error;
    });
    try {
      const { size } = await file.stat();
      if (size <= smallBlob) {
        const blob = await readWhole(file, size);
        await file.close();
        this.#small.put(version, blob);
        return { size, body: part(blob, range) };
      }
      const { start, end } = range ?? { start: 0, end: size - 1 };
      const body: Readable = file.createReadStream({ start, end, highWaterMark: chunkSize });
      return { size, body };
    } catch (error) {
      await file.close();
      throw error;
    }
  }

  /** Blobs never change, so two versions may share their bytes: a hard link where the filesystem has them. */
  async copy(from: string, to: string): Promise<void> {
    if (!isVersion(from)) throw new BlobMissing(from);
    const source = this.#layout.blob(from);
    const target = this.#layout.blob(to);
    try {
      await link(source, target);
    } catch (error) {
      if (isNotFound(error)) throw new BlobMissing(from);
      await this.#copyBytes(source, target, to);
      return;
    }
    await this.#sync(this.#layout.shard(to));
  }

  async remove(versions: readonly string[]): Promise<void> {
    for (const version of versions) {
      this.#small.delete(version);
      if (isVersion(version)) await rm(this.#layout.blob(version), { force: true });
    }
  }

  async *list(): AsyncIterable<BlobEntry> {
    for (const shard of shards) {
      const folder = `${this.#layout.objects}/${shard}`;
      for await (const { name } of await opendir(folder)) {
        const facts = isVersion(name) ? await statOf(`${folder}/${name}`) : undefined;
        if (facts !== undefined) yield { version: name, modifiedAt: facts.ctimeMs };
      }
    }
  }

  async #copyBytes(source: string, target: string, version: string): Promise<void> {
    const temporary = `${this.#layout.temporary}/${version}`;
    await copyFile(source, temporary, constants.COPYFILE_FICLONE);
    const file = await open(temporary, 'r+');
    await file.sync().finally(() => file.close());
    await link(temporary, target).catch(() => copyFile(temporary, target, constants.COPYFILE_EXCL));
    await rm(temporary, { force: true });
    await this.#sync(this.#layout.shard(version));
  }
}

/** Memory of its own: a slice of a shared pool would hold all of that pool. */
async function readWhole(file: FileHandle, size: number): Promise<Buffer> {
  const blob = Buffer.allocUnsafeSlow(size);
  let done = 0;
  while (done < size) {
    const { bytesRead } = await file.read(blob, done, size - done, done);
    if (bytesRead === 0) throw new Error('a blob became shorter while it was read');
    done += bytesRead;
  }
  return blob;
}

function part(blob: Buffer, range: ByteRange | undefined): Buffer {
  return range === undefined ? blob : blob.subarray(range.start, range.end + 1);
}

function isNotFound(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'ENOENT';
}

async function statOf(path: string): Promise<Stats | undefined> {
  try {
    return await stat(path);
  } catch (error) {
    if (isNotFound(error)) return undefined;
    throw error;
  }
}
