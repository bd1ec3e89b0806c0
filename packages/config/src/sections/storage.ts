import { flag, type SettingTable, seconds, size, table, text } from '../setting.ts';
import { parseSize } from '../size.ts';

/** A bucket that is made at the start where there is none of its name. */
export interface BucketSettings {
  readonly public: boolean;
  /** Bytes; absent: the limit of the project. */
  readonly fileSizeLimit?: number;
  readonly allowedMimeTypes?: readonly string[];
}

/** `[storage]`: files. */
export interface StorageSettings {
  readonly 'storage.enabled': boolean;
  readonly 'storage.file_size_limit': number;
  readonly 'storage.resumable_upload_expiry': number;
  readonly 'storage.buckets': Readonly<Record<string, BucketSettings>>;
  readonly 'storage.image_transformation.enabled': boolean;
  readonly 'storage.image_transformation.cache_size': number;
  readonly 'storage.s3_protocol.enabled': boolean;
  readonly 'storage.s3_protocol.access_key_id': string;
  readonly 'storage.s3_protocol.secret_access_key': string;
  readonly 'storage.s3_protocol.region': string;
  readonly 'storage.backend': 'disk' | 'file' | 's3';
  readonly 'storage.s3_backend.endpoint': string;
  readonly 'storage.s3_backend.region': string;
  readonly 'storage.s3_backend.bucket': string;
  readonly 'storage.s3_backend.prefix': string;
  readonly 'storage.s3_backend.access_key_id': string;
  readonly 'storage.s3_backend.secret_access_key': string;
  readonly 'storage.s3_backend.force_path_style': boolean;
}

export const storageSettings: SettingTable<StorageSettings> = {
  'storage.enabled': flag(true, 'Whether the Storage API answers.'),
  'storage.file_size_limit': size('50MiB', 'Largest object; buckets may allow less.', {
    env: ['FILE_SIZE_LIMIT'],
  }),
  'storage.resumable_upload_expiry': seconds(
    3600,
    'How long a resumable upload may rest before it is forgotten, in seconds.',
  ),
  'storage.buckets': table('Buckets that are made at the start where they are missing.', bucket),
  'storage.image_transformation.enabled': flag(true, 'Whether images are resized on request.', {
    env: ['ENABLE_IMAGE_TRANSFORMATION'],
  }),
  'storage.image_transformation.cache_size': size(
    '256MiB',
    'Disk space for transformed images, the least recently used of which make room; 0 to keep none.',
  ),
  'storage.s3_protocol.enabled': flag(true, 'Whether the S3 protocol answers.', {
    env: ['S3_PROTOCOL_ENABLED'],
  }),
  'storage.s3_protocol.access_key_id': text(
    '',
    'Id of the key pair; empty: a pair that follows from the JWT secret.',
    {
      env: ['S3_PROTOCOL_ACCESS_KEY_ID'],
    },
  ),
  'storage.s3_protocol.secret_access_key': text('', 'Secret of the key pair.', {
    env: ['S3_PROTOCOL_ACCESS_KEY_SECRET'],
    secret: true,
  }),
  'storage.s3_protocol.region': text(
    'local',
    'Region that S3 clients are told; they may sign for any.',
    { env: ['STORAGE_S3_REGION'] },
  ),
  'storage.backend': text<'disk' | 'file' | 's3'>(
    'disk',
    'Where the bytes of objects live: in the project folder (`file` is another name for that), or in an S3 object store.',
    { oneOf: ['disk', 'file', 's3'], env: ['STORAGE_BACKEND'] },
  ),
  'storage.s3_backend.endpoint': text('', 'URL of the object store; empty: that of Amazon.', {
    env: ['STORAGE_S3_ENDPOINT'],
  }),
  'storage.s3_backend.region': text('us-east-1', 'Region of the object store.', {
    env: ['STORAGE_S3_REGION'],
  }),
  'storage.s3_backend.bucket': text('', 'Bucket of the object store that holds every object.', {
    env: ['STORAGE_S3_BUCKET'],
  }),
  'storage.s3_backend.prefix': text('', 'What keys in that bucket begin with, e.g. `blog/`.'),
  'storage.s3_backend.access_key_id': text('', 'Access key id for the object store.', {
    env: ['AWS_ACCESS_KEY_ID'],
  }),
  'storage.s3_backend.secret_access_key': text('', 'Secret access key for the object store.', {
    env: ['AWS_SECRET_ACCESS_KEY'],
    secret: true,
  }),
  'storage.s3_backend.force_path_style': flag(
    false,
    'Whether the bucket goes into the path instead of the host name, as most stores but Amazon want it.',
    { env: ['STORAGE_S3_FORCE_PATH_STYLE'] },
  ),
};

function bucket(raw: Readonly<Record<string, unknown>>): BucketSettings {
  const { file_size_limit: limit, allowed_mime_types: types } = raw;
  return {
    public: raw.public === true,
    ...(limit !== undefined && { fileSizeLimit: parseSize(limit) }),
    ...(Array.isArray(types) && { allowedMimeTypes: types.map(String) }),
  };
}
