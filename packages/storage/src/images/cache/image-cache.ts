import type { Dirent } from 'node:fs';
import { mkdir, open, readdir, rm, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type { Clock } from '@plinth/kernel';
import { writeDurably } from '../../backends/disk/durable.ts';
import { isVersion } from '../../backends/disk/layout.ts';
import { type ImageFormat, imageFormat } from '../image-type.ts';

/** Space that a file takes at least, in bytes. */
const block = 4_096;

/** Up to this size a result is read at once instead of streamed, in bytes. */
const smallResult = 262_144;

/** How old the noted access of a result may get before it is noted again, in milliseconds. */
const noted = 60_000;

/** A result that has been made before. */
export interface CachedImage {
  readonly format: ImageFormat;
  /** Bytes. */
  readonly size: number;
  readonly body: Uint8Array | Readable;
}

interface Entry {
  readonly size: number;
  usedAt: number;
}

/**
 * Results as files of one folder, `<version of the object>/<hash of what was done>`, the least recently used ones
 * removed where they take more than `limit` bytes. It may be deleted at any time: it is made again.
 */
export class ImageCache {
  readonly #folder: string;
  readonly #limit: number;
  readonly #clock: Clock;
  /** In the order of their last use, by the path below the folder. */
  readonly #entries = new Map<string, Entry>();
  #total = 0;
  #scanned: Promise<void> | undefined;
  #serial = 0;

  constructor(folder: string, limit: number, clock: Clock) {
    this.#folder = folder;
    this.#limit = limit;
    this.#clock = clock;
  }

  /** `name` is `<version>/<hash>`. */
  async read(name: string): Promise<CachedImage | undefined> {
    await this.#scan();
    const entry = this.#entries.get(name);
    if (entry === undefined) return undefined;
    const path = join(this.#folder, name);
    const file = await open(path, 'r').catch(() => undefined);
    if (file === undefined) {
      this.#drop(name);
      return undefined;
    }
    this.#use(name, entry, path);
    const { size } = entry;
    const start = Buffer.alloc(Math.min(size, smallResult));
    const { bytesRead } = await file.read(start, 0, start.length, 0);
    const format = imageFormat(start);
    if (format !== undefined && bytesRead === start.length && size > smallResult) {
      return { format, size, body: file.createReadStream({ start: 0 }) };
    }
    await file.close();
    if (format !== undefined && bytesRead === size) return { format, size, body: start };
    // Somebody else wrote to the folder: it is made again.
    this.#drop(name);
    return undefined;
  }

  /** Keeps a result, unless it is larger than all that may be kept. */
  async write(name: string, body: Uint8Array): Promise<void> {
    await this.#scan();
    const size = Math.max(body.byteLength, block);
    if (size > this.#limit || this.#entries.has(name)) return;
    const path = join(this.#folder, name);
    await mkdir(join(path, '..'), { recursive: true });
    this.#serial += 1;
    await writeDurably(path, `${path}.${this.#serial}.tmp`, one(body));
    this.#drop(name);
    this.#add(name, { size: body.byteLength, usedAt: this.#clock.now() });
    for (const oldest of this.#entries.keys()) {
      if (this.#total <= this.#limit) break;
      this.#drop(oldest);
      await rm(join(this.#folder, oldest), { force: true });
    }
  }

  /** Removes what was made from objects that are gone. */
  async forget(versions: readonly string[]): Promise<void> {
    const gone = new Set(versions.filter(isVersion));
    for (const name of this.#entries.keys()) {
      if (gone.has(name.split('/')[0] ?? '')) this.#drop(name);
    }
    for (const version of gone)
      await rm(join(this.#folder, version), { recursive: true, force: true });
  }

  #use(name: string, entry: Entry, path: string): void {
    const now = this.#clock.now();
    this.#entries.delete(name);
    this.#entries.set(name, entry);
    if (now - entry.usedAt < noted) return;
    entry.usedAt = now;
    // The order of uses survives a restart; where this fails it is a little older.
    utimes(path, now / 1000, now / 1000).catch(() => {});
  }

  #add(name: string, entry: Entry): void {
    this.#entries.set(name, entry);
    this.#total += Math.max(entry.size, block);
  }

  #drop(name: string): void {
    const entry = this.#entries.get(name);
    if (entry === undefined) return;
    this.#entries.delete(name);
    this.#total -= Math.max(entry.size, block);
  }

  /** Learns at the first use what an earlier run left. */
  #scan(): Promise<void> {
    this.#scanned ??= this.#readFolder();
    return this.#scanned;
  }

  async #readFolder(): Promise<void> {
    const found: (Entry & { readonly name: string })[] = [];
    for (const { name: version } of await listing(this.#folder)) {
      if (!isVersion(version)) continue;
      for (const { name } of await listing(join(this.#folder, version))) {
        const path = join(this.#folder, version, name);
        if (name.endsWith('.tmp')) await rm(path, { force: true });
        const facts = await stat(path).catch(() => undefined);
        if (facts === undefined) continue;
        found.push({ name: `${version}/${name}`, size: facts.size, usedAt: facts.mtimeMs });
      }
    }
    found.sort((a, b) => a.usedAt - b.usedAt);
    for (const { name, size, usedAt } of found) this.#add(name, { size, usedAt });
  }
}

async function listing(folder: string): Promise<Dirent[]> {
  return readdir(folder, { withFileTypes: true }).catch(() => []);
}

async function* one(body: Uint8Array): AsyncIterable<Uint8Array> {
  yield body;
}
