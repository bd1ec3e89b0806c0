import { operations } from '../../../access/operations.ts';
import { findBucketAsService, sizeLimitOf } from '../../../buckets/bucket.ts';
import { storageError } from '../../../errors.ts';
import { commitObject, metadataOf } from '../../../objects/commit-object.ts';
import { type S3Call, type S3Command, xmlReply } from '../command.ts';
import { mayReplace } from '../conditions.ts';
import { s3Error } from '../errors.ts';
import { etagOfParts, listParts, type Part } from '../multipart/parts.ts';
import { patiently } from '../multipart/patiently.ts';
import {
  deletionOf,
  discardParts,
  findUpload,
  type MultipartUpload,
} from '../multipart/uploads.ts';
import { readDocument } from '../read-document.ts';
import { withPrecondition } from '../with-precondition.ts';
import { childrenOf, childText } from '../xml/read-xml.ts';

/** Smallest part but for the last one, in bytes, S3's own: 5 MiB. */
const smallestPart = 5_242_880;

const mostParts = 10_000;

export const completeMultipartUpload: S3Command = {
  operation: operations.s3CompleteMultipart,
  method: 'POST',
  target: 'object',
  parameters: ['uploadId'],
  async run(call) {
    const upsert = mayReplace(call.s3);
    const named = await readNamedParts(call);
    const upload = await findUpload(call);
    const known = await listParts(call, upload, { after: 0, limit: mostParts });
    const parts = pickParts(named, known);
    await checkSize(call, parts);
    return patiently(call.s3, async () => {
      const etag = await join(call, upload, parts, upsert);
      return xmlReply('CompleteMultipartUploadResult', {
        Location: `${call.s3.request.baseUrl}/storage/v1/s3${call.s3.request.path.slice(3)}`,
        Bucket: call.bucket,
        Key: call.key,
        ETag: etag,
      });
    });
  },
};

/** Joins the parts to the object. Gives its ETag with quotes. */
async function join(
  { storage, access, owner }: S3Call,
  upload: MultipartUpload,
  parts: readonly Part[],
  upsert: boolean,
): Promise<string> {
  const version = storage.random.uuid();
  const stored = parts.map((part) => part.stored);
  const joined = await storage.blobs.uploads
    .joinParts(upload.id, stored, version)
    .catch(async (cause: unknown) => {
      const now = await listParts({ storage }, upload, { after: 0, limit: mostParts });
      const isSame = stored.every((each) => now.some((part) => part.stored === each));
      // A part was sent anew, or the upload ended, while this went on.
      throw isSame ? cause : s3Error('InvalidPart', { cause });
    });
  const facts = { size: joined.size, etag: etagOfParts(parts) };
  const object = await withPrecondition(
    commitObject(
      storage,
      access,
      { bucket: upload.bucket, key: upload.key, upsert, owner: upload.owner ?? owner },
      version,
      metadataOf(facts, upload, storage.clock.now()),
      upload.userMetadata,
      deletionOf(upload.id),
    ),
  );
  await discardParts(storage, upload.id);
  return String(object.metadata?.eTag);
}

/** Numbers and ETags that the request names; none: all parts there are. */
async function readNamedParts({ body }: S3Call): Promise<Pick<Part, 'number' | 'etag'>[]> {
  if (body.length === 0) return [];
  const document = await readDocument(body, 'CompleteMultipartUpload');
  return childrenOf(document, 'Part').map((part) => {
    const number = Number(childText(part, 'PartNumber') ?? Number.NaN);
    const etag = childText(part, 'ETag')?.trim().replace(/^"|"$/g, '');
    if (!Number.isInteger(number) || etag === undefined) throw s3Error('MalformedXML');
    return { number, etag };
  });
}

function pickParts(
  named: readonly Pick<Part, 'number' | 'etag'>[],
  known: readonly Part[],
): readonly Part[] {
  if (known.length === 0) throw s3Error('InvalidPart');
  if (named.length === 0) return known;
  const byNumber = new Map(known.map((part) => [part.number, part]));
  let last = 0;
  const picked = named.map(({ number, etag }) => {
    if (number <= last) throw s3Error('InvalidPartOrder');
    last = number;
    const part = byNumber.get(number);
    if (part === undefined || part.etag !== etag) throw s3Error('InvalidPart');
    return part;
  });
  if (picked.slice(0, -1).some(({ size }) => size < smallestPart)) throw s3Error('EntityTooSmall');
  return picked;
}

/** The limit of the bucket may have become smaller since the parts came. */
async function checkSize(
  { storage, access, bucket }: S3Call,
  parts: readonly Part[],
): Promise<void> {
  const limit = sizeLimitOf(storage, await findBucketAsService(storage, access, bucket));
  const size = parts.reduce((sum, part) => sum + part.size, 0);
  if (size > limit) throw storageError('EntityTooLarge');
}
