import { operations } from '../../../access/operations.ts';
import { findBucketAsService } from '../../../buckets/bucket.ts';
import { listPage, type Page, type PageEntry } from '../../../listing/list-objects-v2.ts';
import { type S3Call, type S3Command, xmlReply } from '../command.ts';
import { type KeyEncoding, keyEncoding } from '../key-encoding.ts';
import { numberParameter, parameter } from '../s3-request.ts';
import type { XmlValue } from '../xml/write-xml.ts';

/** Most entries of a page, S3's own. */
const largestPage = 1_000;

export const listObjects: S3Command = {
  operation: operations.s3ListObjects,
  method: 'GET',
  target: 'bucket',
  async run(call) {
    const { s3 } = call;
    const marker = parameter(s3, 'marker') ?? '';
    const { page, encode, shared } = await readPage(call, { startAfter: marker });
    return xmlReply('ListBucketResult', {
      ...shared,
      Marker: encode(marker),
      // Without a delimiter the last key is the marker; clients know that.
      ...(parameter(s3, 'delimiter') && {
        NextMarker: page.nextCursorKey === undefined ? undefined : encode(page.nextCursorKey),
      }),
    });
  },
};

export const listObjectsV2: S3Command = {
  operation: operations.s3ListObjects,
  method: 'GET',
  target: 'bucket',
  parameters: ['list-type'],
  async run(call) {
    const { s3 } = call;
    const startAfter = parameter(s3, 'start-after');
    const cursor = parameter(s3, 'continuation-token') || undefined;
    const { page, encode, shared } = await readPage(call, { startAfter, cursor });
    return xmlReply('ListBucketResult', {
      ...shared,
      KeyCount: page.objects.length + page.folders.length,
      ContinuationToken: cursor,
      NextContinuationToken: page.nextCursor,
      StartAfter: startAfter === undefined ? undefined : encode(startAfter),
    });
  },
};

interface Listed {
  readonly page: Page;
  readonly encode: KeyEncoding['encode'];
  /** What both versions of the operation answer. */
  readonly shared: Readonly<Record<string, XmlValue>>;
}

async function readPage(
  { storage, access, s3, bucket }: S3Call,
  from: { readonly startAfter: string | undefined; readonly cursor?: string | undefined },
): Promise<Listed> {
  const asked = numberParameter(s3, 'max-keys', { least: 0, most: 2_147_483_647 });
  const limit = Math.min(asked ?? largestPage, largestPage);
  const prefix = parameter(s3, 'prefix') ?? '';
  const delimiter = parameter(s3, 'delimiter') ?? '';
  const { encode, EncodingType } = keyEncoding(s3);
  await findBucketAsService(storage, access, bucket);
  const page =
    limit === 0
      ? { hasNext: false, folders: [], objects: [] }
      : await listPage(storage, access, bucket, {
          prefix,
          delimiter,
          limit,
          ...from,
          column: 'name',
          order: 'asc',
        });
  return {
    page,
    encode,
    shared: {
      Name: bucket,
      Prefix: encode(prefix),
      Delimiter: delimiter === '' ? undefined : encode(delimiter),
      EncodingType,
      MaxKeys: limit,
      IsTruncated: page.hasNext,
      Contents: page.objects.map((entry) => contents(entry, encode)),
      CommonPrefixes: page.folders.map(({ name }) => ({ Prefix: encode(name) })),
    },
  };
}

function contents(entry: PageEntry, encode: KeyEncoding['encode']): XmlValue {
  const { eTag, size } = entry.metadata ?? {};
  return {
    Key: encode(entry.name),
    LastModified: entry.updated_at ?? undefined,
    ETag: typeof eTag === 'string' ? eTag : undefined,
    Size: typeof size === 'number' ? size : 0,
    StorageClass: 'STANDARD',
  };
}
