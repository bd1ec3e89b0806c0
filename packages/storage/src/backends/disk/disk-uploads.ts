import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { link, mkdir, open, opendir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Appended, BlobEntry, BlobFacts, ByteSource, UploadStore } from '../blob-store.ts';
import { syncFolder, writeDurably, writeWhole } from './durable.ts';
import { type DiskLayout, isVersion } from './layout.ts';

/** The growing file of an upload that is appended to. */
const grown = 'content';

/** Uploads in several requests: a folder each, with its parts or its one growing file. */
export class DiskUploads implements UploadStore {
  readonly #layout: DiskLayout;
  #serial = 0;

  constructor(layout: DiskLayout) {
    this.#layout = layout;
  }

  async writePart(upload: string, part: number, source: ByteSource): Promise<BlobFacts> {
    const folder = await this.#folder(upload);
    this.#serial += 1;
    // Two requests may send the same part at once: the one that ends last wins, as S3 has it.
    const temporary = join(folder, `part-${part}.${this.#serial}.tmp`);
    return writeDurably(this.#part(upload, part), temporary, source);
  }

  async removeParts(upload: string, parts: readonly number[]): Promise<void> {
    for (const part of parts) await rm(this.#part(upload, part), { force: true });
  }

  async joinParts(upload: string, parts: readonly number[], version: string): Promise<BlobFacts> {
    const paths = parts.map((part) => this.#part(upload, part));
    const temporary = join(this.#layout.temporary, version);
    return writeDurably(this.#layout.blob(version), temporary, bytesOf(paths));
  }

  async append(upload: string, offset: number, source: ByteSource): Promise<Appended> {
    const folder = await this.#folder(upload);
    const file = await open(join(folder, grown), offset === 0 ? 'w' : 'r+', 0o600);
    try {
      await file.truncate(offset);
      const { written, failure } = await appendAll(file, offset, source);
      await file.sync();
      if (offset === 0) await syncFolder(folder);
      return { written, ...(failure !== undefined && { failure }) };
    } finally {
      await file.close();
    }
  }

  async finish(upload: string, version: string, known?: BlobFacts): Promise<BlobFacts> {
    const path = join(this.#layout.upload(upload), grown);
    // An upload of nothing has never been appended to.
    const file = await open(path, 'a', 0o600).catch(async () => {
      await this.#folder(upload);
      return open(path, 'a', 0o600);
    });
    await file.sync().finally(() => file.close());
    const facts = known ?? (await factsOf(path));
    // Linked, not moved: a crash before the row is committed leaves the upload as it was.
    await link(path, this.#layout.blob(version)).catch(() =>
      rename(path, this.#layout.blob(version)),
    );
    await syncFolder(this.#layout.shard(version));
    return facts;
  }

  async discard(upload: string): Promise<void> {
    if (isVersion(upload)) {
      await rm(this.#layout.upload(upload), { recursive: true, force: true });
    }
  }

  async *list(): AsyncIterable<BlobEntry> {
    for await (const { name } of await opendir(this.#layout.uploads)) {
      if (!isVersion(name)) continue;
      const facts = await stat(this.#layout.upload(name)).catch(() => undefined);
      if (facts !== undefined) yield { version: name, modifiedAt: facts.mtimeMs };
    }
  }

  #part(upload: string, part: number): string {
    return join(this.#layout.upload(upload), `part-${Math.trunc(part)}`);
  }

  async #folder(upload: string): Promise<string> {
    const folder = this.#layout.upload(upload);
    const made = await mkdir(folder, { recursive: true });
    if (made !== undefined) await syncFolder(this.#layout.uploads);
    return folder;
  }
}

async function appendAll(
  file: Awaited<ReturnType<typeof open>>,
  offset: number,
  source: ByteSource,
): Promise<Appended> {
  let written = 0;
  try {
    for await (const chunk of source) {
      await writeWhole(file, chunk, offset + written);
      written += chunk.byteLength;
    }
    return { written };
  } catch (failure) {
    return { written, failure };
  }
}

async function factsOf(path: string): Promise<BlobFacts> {
  const hash = createHash('md5');
  let size = 0;
  for await (const chunk of bytesOf([path])) {
    hash.update(chunk);
    size += chunk.byteLength;
  }
  return { size, etag: hash.digest('hex') };
}

async function* bytesOf(paths: readonly string[]): ByteSource {
  for (const path of paths) yield* createReadStream(path, { highWaterMark: 1_048_576 });
}
