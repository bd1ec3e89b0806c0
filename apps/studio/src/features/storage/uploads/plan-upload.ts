import type { StorageBucket } from '../../../api/project-storage.ts';
import { takesType } from '../buckets/size-limit.ts';
import type { GivenFile } from './dropped-files.ts';
import type { NewUpload } from './upload-queue.ts';

/** Why a file would be refused, known before it is sent. */
export interface RefusedFile {
  readonly path: string;
  readonly reason: 'size' | 'type';
}

export interface UploadPlan {
  readonly uploads: readonly NewUpload[];
  readonly refused: readonly RefusedFile[];
}

/** Bytes of the largest file that a bucket takes; null where nobody knows. */
export function limitOf(bucket: StorageBucket, ofProject: number | null): number | null {
  const limits = [bucket.file_size_limit, ofProject].filter((one) => one !== null);
  return limits.length === 0 ? null : Math.min(...limits);
}

/** Sorts out what the bucket would refuse; `prefix` is the folder that the files go to. */
export function planUpload(
  files: readonly GivenFile[],
  {
    bucket,
    prefix,
    limit,
  }: {
    readonly bucket: StorageBucket;
    readonly prefix: string;
    readonly limit: number | null;
  },
): UploadPlan {
  const uploads: NewUpload[] = [];
  const refused: RefusedFile[] = [];
  for (const { path, file } of files) {
    const type = file.type === '' ? 'application/octet-stream' : file.type;
    if (limit !== null && file.size > limit) refused.push({ path, reason: 'size' });
    else if (!takesType(bucket.allowed_mime_types, type)) refused.push({ path, reason: 'type' });
    else uploads.push({ bucket: bucket.id, key: prefix + path, file, type, replace: false });
  }
  return { uploads, refused };
}

/** What is done with files whose name is taken. */
export type ConflictChoice = 'replace' | 'keep' | 'skip';

/** `photo.jpg` is `photo (1).jpg`, or the first number that is free. */
export function freeName(key: string, isTaken: (key: string) => boolean): string {
  const slash = key.lastIndexOf('/') + 1;
  const dot = key.indexOf('.', slash + 1);
  const end = dot < 0 ? key.length : key.lastIndexOf('.');
  for (let number = 1; ; number += 1) {
    const name = `${key.slice(0, end)} (${number})${key.slice(end)}`;
    if (!isTaken(name)) return name;
  }
}

/** The uploads with the choice carried out; `taken` must also hold the numbered names that are in use. */
export function settleConflicts(
  uploads: readonly NewUpload[],
  taken: ReadonlySet<string>,
  choice: ConflictChoice,
): readonly NewUpload[] {
  const used = new Set([...taken, ...uploads.map(({ key }) => key)]);
  return uploads.flatMap((upload) => {
    if (!taken.has(upload.key)) return [upload];
    if (choice === 'skip') return [];
    if (choice === 'replace') return [{ ...upload, replace: true }];
    const key = freeName(upload.key, (name) => used.has(name));
    used.add(key);
    return [{ ...upload, key }];
  });
}
