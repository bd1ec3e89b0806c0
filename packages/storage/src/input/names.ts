import { storageError } from '../errors.ts';

/** Longest key, in bytes of UTF-8: what an index row has room for, with its bucket. */
const longestKey = 2_000;

/** Upstream's rule for ASCII. */
const asciiKey = /^[A-Za-z0-9_/!.*'() &$=@;:+,?-]*$/;
const bucketPattern = /^[A-Za-z0-9_!.*'() &$=@;:+,?-]{1,100}$/;

/**
 * Beyond ASCII: letters, marks, digits, punctuation and symbols of every script, and the joiners of emoji. No control
 * or direction characters, which make a name look like another.
 */
const beyondAscii = /^[\p{L}\p{M}\p{N}\p{P}\p{S}\p{Zs}\u200c\u200d]*$/u;

const loneSurrogate = /\p{Cs}/u;

/** Tables that analytics buckets would keep; upstream reserves the ending. */
const reservedEnding = '--table-s3';

/** True for the name of an object. */
export function isKey(key: string): boolean {
  if (key === '' || Buffer.byteLength(key) > longestKey || loneSurrogate.test(key)) return false;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: the ASCII range, controls included, is what is taken out.
  if (!asciiKey.test(key.replace(/[^\x00-\x7f]/g, ''))) return false;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: likewise.
  if (!beyondAscii.test(key.replace(/[\x00-\x7f]/g, ''))) return false;
  // Keys never become paths here, but what mirrors a bucket to a disk would walk them.
  return (
    !key.startsWith('/') && !key.split('/').some((segment) => segment === '.' || segment === '..')
  );
}

/** The key itself. Throws `InvalidKey`. */
export function checkKey(key: unknown): string {
  if (typeof key === 'string' && isKey(key)) return key;
  throw storageError('InvalidKey', {
    message: `Invalid key: ${String(key ?? '').slice(0, 1_024)}`,
  });
}

/** The bucket id itself, whether or not there is such a bucket. Throws `InvalidBucketName`. */
export function checkBucket(id: unknown): string {
  if (typeof id === 'string' && bucketPattern.test(id)) return id;
  throw storageError('InvalidBucketName');
}

/** The name of a bucket that is to be made. Throws `InvalidBucketName`. */
export function checkNewBucket(name: unknown): string {
  const checked = checkBucket(name);
  if (checked.trim() === checked && !checked.endsWith(reservedEnding)) return checked;
  throw storageError('InvalidBucketName');
}

/** The object by which clients keep an empty folder: always empty, whatever types a bucket allows. */
export function isFolderPlaceholder(key: string): boolean {
  return key.endsWith('.emptyFolderPlaceholder');
}
