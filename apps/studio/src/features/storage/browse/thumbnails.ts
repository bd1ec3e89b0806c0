import type { ProjectStorageApi } from '../../../api/project-storage.ts';
import type { FileEntry } from './entries.ts';
import { isResizable, isShowable } from './file-kind.ts';

/** Bytes of an image that is shown whole where it cannot be made smaller. */
const smallEnough = 1_500_000;
const mostKept = 300;
const atOnce = 4;

/** Where thumbnails come from. */
export interface ThumbnailSource {
  readonly storage: ProjectStorageApi;
  readonly bucket: string;
  readonly isPublic: boolean;
}

interface Waiting {
  readonly run: () => void;
  readonly signal: AbortSignal;
}

/** Pictures of images as object URLs: few are loaded at a time, the latest stay at hand. */
class Thumbnails {
  readonly #kept = new Map<string, string | null>();
  readonly #waiting: Waiting[] = [];
  #running = 0;

  /** The picture where it is at hand; null where there is none; undefined where it must be loaded. */
  known(name: string): string | null | undefined {
    return this.#kept.get(name);
  }

  /** Null where the file has no picture. Rejects only when `signal` aborts. */
  async load(
    name: string,
    read: (signal: AbortSignal) => Promise<Blob | null>,
    signal: AbortSignal,
  ): Promise<string | null> {
    await this.#turn(signal);
    try {
      signal.throwIfAborted();
      const blob = await read(signal).catch((error: unknown) => {
        signal.throwIfAborted();
        // A file that is no image after all, or has gone: its icon stays.
        void error;
        return null;
      });
      const url = blob === null ? null : URL.createObjectURL(blob);
      this.#keep(name, url);
      return url;
    } finally {
      this.#running -= 1;
      this.#next();
    }
  }

  #turn(signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      this.#waiting.push({ run: resolve, signal });
      this.#next();
    });
  }

  /** The latest first: it is what was scrolled to. */
  #next(): void {
    while (this.#running < atOnce) {
      const waiting = this.#waiting.pop();
      if (waiting === undefined) return;
      this.#running += 1;
      waiting.run();
    }
  }

  #keep(name: string, url: string | null): void {
    this.#kept.set(name, url);
    for (const [oldest, old] of this.#kept) {
      if (this.#kept.size <= mostKept) return;
      this.#kept.delete(oldest);
      if (old !== null) URL.revokeObjectURL(old);
    }
  }
}

/** The thumbnails of this page. */
export const thumbnails: Thumbnails = new Thumbnails();

/** Names a picture by the bytes it shows. */
export const thumbnailName = ({ bucket }: ThumbnailSource, file: FileEntry): string =>
  [bucket, file.key, file.version].join('\n');

/** True for files that may have a picture. */
export const hasThumbnail = ({ type, size }: FileEntry): boolean =>
  isResizable(type) || (isShowable(type) && size <= smallEnough);

/** The picture of an image, small where the server can make it so. */
export async function readThumbnail(
  { storage, bucket, isPublic }: ThumbnailSource,
  { key, type, size }: FileEntry,
  signal: AbortSignal,
): Promise<Blob | null> {
  const isSmall = isShowable(type) && size <= smallEnough;
  if (!isResizable(type)) return isSmall ? storage.download(bucket, key, { signal }) : null;
  try {
    return await storage.image(
      bucket,
      key,
      { width: 400, height: 300, resize: 'contain' },
      isPublic,
      { signal },
    );
  } catch (error) {
    if (!isSmall || signal.aborted) throw error;
    return storage.download(bucket, key, { signal });
  }
}
