import type { StorageCore } from '../core.ts';
import { type CachedImage, ImageCache } from './cache/image-cache.ts';
import { SingleFlight } from './single-flight.ts';
import { WorkerPool } from './worker/worker-pool.ts';

/** What is needed to transform images: the workers, and what they have made before. */
export class Images {
  readonly pool: WorkerPool = new WorkerPool();
  readonly flights: SingleFlight<CachedImage> = new SingleFlight();
  /** Absent where nothing is kept. */
  readonly cache: ImageCache | undefined;

  /** `folder` is where results are kept; undefined: nowhere. */
  constructor(
    { limits, clock }: Pick<StorageCore, 'limits' | 'clock'>,
    folder: string | undefined,
  ) {
    this.cache =
      folder === undefined || limits.imageCache === 0
        ? undefined
        : new ImageCache(folder, limits.imageCache, clock);
  }

  /** Ends the workers, whatever they are doing. */
  close(): void {
    this.pool.close();
  }
}
