import type { Settings } from '@plinth/config';
import type { Clock, Random } from '@plinth/kernel';
import type { BlobStore } from './blob-store.ts';
import { DiskStore } from './disk/disk-store.ts';
import { S3Store } from './s3/s3-store.ts';

/** What a store needs besides the settings. */
export interface BlobStoreOptions {
  readonly settings: Settings;
  /** Folder of the project's files, for the disk store. */
  readonly folder: string;
  readonly clock: Clock;
  readonly random: Random;
}

/** The store that the settings ask for. Throws where they lack a part of it. */
export function createBlobStore({ settings, folder, clock, random }: BlobStoreOptions): BlobStore {
  if (settings['storage.backend'] !== 's3') return new DiskStore(folder);
  const bucket = settings['storage.s3_backend.bucket'];
  const accessKeyId = settings['storage.s3_backend.access_key_id'];
  const secretAccessKey = settings['storage.s3_backend.secret_access_key'];
  if (bucket === '' || accessKeyId === '' || secretAccessKey === '') {
    throw new Error(
      'storage.backend is "s3": set bucket, access_key_id and secret_access_key of storage.s3_backend too.',
    );
  }
  const region = settings['storage.s3_backend.region'];
  const endpoint = settings['storage.s3_backend.endpoint'];
  return new S3Store({
    endpoint: endpoint === '' ? `https://s3.${region}.amazonaws.com` : endpoint,
    region,
    bucket,
    prefix: settings['storage.s3_backend.prefix'],
    accessKeyId,
    secretAccessKey,
    forcePathStyle: settings['storage.s3_backend.force_path_style'],
    clock,
    random,
  });
}
