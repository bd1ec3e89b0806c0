import type { Settings } from '@plinth/config';

/** What the settings of a project say about storage. */
export interface Limits {
  /** Largest object, in bytes; buckets may ask for less. */
  readonly fileSize: number;
  /** Whether images are transformed. */
  readonly images: boolean;
  /** Space for transformed images, in bytes; 0 to keep none. */
  readonly imageCache: number;
  /** Life of a signed upload URL, in seconds. */
  readonly uploadUrlLife: number;
  /** How long an upload in several requests may rest before it is forgotten, in milliseconds. */
  readonly uploadLife: number;
  /** How long a body may pause, in milliseconds. */
  readonly idle: number;
  /** How long retired bytes are kept for readers that are about to open them, in milliseconds. */
  readonly retirement: number;
  /** How old a blob without a row must be to be taken for an orphan, in milliseconds. */
  readonly orphanAge: number;
}

/** Longest silence of a client that sends a file, in milliseconds. */
const idle = 60_000;

/** What upstream's CLI gives signed upload URLs, in seconds. */
const uploadUrlLife = 7_200;

/** Readers open a blob within milliseconds of having read its row, and try again where it is gone. */
const retirement = 10_000;

/** A row follows its blob within seconds. */
const orphanAge = 3_600_000;

/** The limits of a project. */
export function limitsFrom(settings: Settings): Limits {
  return {
    fileSize: settings['storage.file_size_limit'],
    images: settings['storage.image_transformation.enabled'],
    imageCache: settings['storage.image_transformation.cache_size'],
    uploadUrlLife,
    uploadLife: settings['storage.resumable_upload_expiry'] * 1000,
    idle,
    retirement,
    orphanAge,
  };
}
