import { createHash } from 'node:crypto';
import { type Sql, sql } from '@plinth/postgres';
import type { BlobFacts, ByteSource } from '../../../backends/blob-store.ts';
import { findBucketAsService, sizeLimitOf } from '../../../buckets/bucket.ts';
import { storageError } from '../../../errors.ts';
import { limited } from '../../../objects/limited.ts';
import type { S3Call } from '../command.ts';
import { inTransaction, type MultipartUpload } from './uploads.ts';

/** A part of an upload as its row has it. */
export interface Part {
  readonly number: number;
  /** Without quotes. */
  readonly etag: string;
  /** Bytes. */
  readonly size: number;
  /** What the blob store calls it. */
  readonly stored: number;
  /** ISO 8601. */
  readonly createdAt: string;
}

interface PartRow {
  readonly part_number: number;
  readonly etag: string;
  readonly size: string;
  readonly version: string;
  readonly created_at: Date;
}

/** Largest part, in bytes, S3's own: 5 GiB. */
const largestPart = 5_368_709_120;

/**
 * Writes the bytes of a part, then its row. Each write is a file of its own and the row says which one counts, so two
 * requests that send the same part at once cannot mix file and ETag. Throws `EntityTooLarge`, `NoSuchUpload`.
 */
export async function writePart(
  { storage, access }: S3Call,
  upload: MultipartUpload,
  number: number,
  content: { readonly source: ByteSource; readonly length: number },
): Promise<BlobFacts> {
  const bucket = await findBucketAsService(storage, access, upload.bucket);
  const limit = Math.min(sizeLimitOf(storage, bucket), largestPart);
  if (content.length > limit) throw storageError('EntityTooLarge');
  const { uploads } = storage.blobs;
  const stored = Buffer.from(storage.random.bytes(6)).readUIntBE(0, 6);
  const facts = await uploads.writePart(upload.id, stored, limited(content.source, limit));
  let replaced: number[] = [stored];
  try {
    const total = sizeLimitOf(storage, bucket);
    replaced = await recordPart({ storage }, upload, number, { ...facts, stored }, total);
  } finally {
    // What cannot be removed now goes with the upload.
    await uploads.removeParts(upload.id, replaced).catch(() => {});
  }
  return facts;
}

/** Makes a written part the one that counts; gives what the blob store calls those it replaces. */
async function recordPart(
  { storage }: Pick<S3Call, 'storage'>,
  upload: MultipartUpload,
  number: number,
  part: BlobFacts & { readonly stored: number },
  limit: number,
): Promise<number[]> {
  const { id, bucket, key, owner } = upload;
  return inTransaction(storage, upload, async (transaction) => {
    const locked = await transaction.query(
      sql`select id from storage.s3_multipart_uploads where id = ${id} for update`,
    );
    if (locked.length === 0) throw storageError('NoSuchUpload');
    const replaced = await transaction.query<{ version: string }>(
      sql`delete from storage.s3_multipart_uploads_parts
        where upload_id = ${id} and part_number = ${number} returning version`,
    );
    await transaction.query(
      sql`insert into storage.s3_multipart_uploads_parts
          (upload_id, size, part_number, bucket_id, key, etag, owner_id, version)
        values (${id}, ${part.size}, ${number}, ${bucket}, ${key}, ${part.etag}, ${owner ?? null},
          ${String(part.stored)})`,
    );
    const [progress] = await transaction.query<{ size: string }>(
      sql`update storage.s3_multipart_uploads set in_progress_size =
          (select sum(p.size) from storage.s3_multipart_uploads_parts as p where p.upload_id = ${id})
        where id = ${id} returning in_progress_size as size`,
    );
    if (Number(progress?.size) > limit) throw storageError('EntityTooLarge');
    return replaced.map(({ version }) => Number(version));
  });
}

/** Parts of an upload by number, those after `after`, at most `limit`. */
export async function listParts(
  { storage }: Pick<S3Call, 'storage'>,
  upload: MultipartUpload,
  { after, limit }: { readonly after: number; readonly limit: number },
): Promise<Part[]> {
  const statement: Sql = sql`select part_number, etag, size, version, created_at
    from storage.s3_multipart_uploads_parts
    where upload_id = ${upload.id} and part_number > ${after} order by part_number limit ${limit}`;
  const rows = await inTransaction(storage, upload, (transaction) =>
    transaction.query<PartRow>(statement),
  );
  return rows.map((row) => ({
    number: row.part_number,
    etag: row.etag,
    size: Number(row.size),
    stored: Number(row.version),
    createdAt: row.created_at.toISOString(),
  }));
}

/** ETag of an object made of parts, without quotes: the MD5 of their MD5s and how many there are. */
export function etagOfParts(parts: readonly Pick<Part, 'etag'>[]): string {
  const hash = createHash('md5');
  for (const { etag } of parts) hash.update(Buffer.from(etag, 'hex'));
  return `${hash.digest('hex')}-${parts.length}`;
}
