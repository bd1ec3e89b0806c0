/** Most bytes kept in memory. */
const room = 16_777_216;

/** The small blobs that were read last, in memory: blobs never change, so what is kept is never stale. */
export class SmallBlobs {
  readonly #blobs = new Map<string, Buffer>();
  #bytes = 0;

  get(version: string): Buffer | undefined {
    const blob = this.#blobs.get(version);
    if (blob === undefined) return undefined;
    // The order of a Map is that of insertion: the least recently read comes first.
    this.#blobs.delete(version);
    this.#blobs.set(version, blob);
    return blob;
  }

  put(version: string, blob: Buffer): void {
    this.delete(version);
    this.#blobs.set(version, blob);
    this.#bytes += blob.byteLength;
    for (const oldest of this.#blobs.keys()) {
      if (this.#bytes <= room) return;
      this.delete(oldest);
    }
  }

  delete(version: string): void {
    this.#bytes -= this.#blobs.get(version)?.byteLength ?? 0;
    this.#blobs.delete(version);
  }
}
