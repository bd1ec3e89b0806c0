import { BlobMissing, type ByteRange, type OpenBlob } from '../backends/blob-store.ts';
import type { StorageCore } from '../core.ts';
import { storageError } from '../errors.ts';
import type { StoredObject } from './stored-object.ts';

/** An object with its bytes opened. */
export interface OpenObject {
  readonly object: StoredObject;
  readonly blob: OpenBlob;
  readonly range: ByteRange | undefined;
}

/**
 * Opens the bytes of an object. `find` gives its row; where it was overwritten between row and bytes, the row is read
 * once more. `rangeOf` picks the part of a content of that size; it may throw. Throws `NoSuchKey`.
 */
export async function openObject(
  core: StorageCore,
  find: () => Promise<StoredObject>,
  rangeOf: (object: StoredObject, size: number) => ByteRange | undefined,
): Promise<OpenObject> {
  const object = await find();
  const opened = await tryOpen(core, object, rangeOf);
  if (opened !== undefined) return opened;
  const again = await find();
  const second = again.version === object.version ? undefined : await tryOpen(core, again, rangeOf);
  if (second !== undefined) return second;
  throw storageError('NoSuchKey', { message: 'The resource was not found' });
}

async function tryOpen(
  core: StorageCore,
  object: StoredObject,
  rangeOf: (object: StoredObject, size: number) => ByteRange | undefined,
): Promise<OpenObject | undefined> {
  const range = rangeOf(object, sizeOf(object));
  try {
    const blob = await core.blobs.read(object.version, range);
    return { object, blob, range };
  } catch (error) {
    if (error instanceof BlobMissing) return undefined;
    throw error;
  }
}

/** Bytes of the object as its row says; 0 where a row written by hand says nothing. */
export function sizeOf({ metadata }: StoredObject): number {
  const size = metadata?.size ?? metadata?.contentLength;
  return typeof size === 'number' && Number.isSafeInteger(size) && size >= 0 ? size : 0;
}
