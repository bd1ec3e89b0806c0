import { sql } from '@plinth/postgres';
import { operations } from '../../../access/operations.ts';
import { rowsOf } from '../../../access/run.ts';
import { findBucketAsService } from '../../../buckets/bucket.ts';
import { isoTime } from '../../../objects/stored-object.ts';
import { type S3Call, type S3Command, xmlReply } from '../command.ts';
import { keyEncoding } from '../key-encoding.ts';
import { numberParameter, parameter } from '../s3-request.ts';

/** Most entries of a page, S3's own. */
const largestPage = 1_000;

/** An upload, or a folder of them: then without an id. */
interface Entry {
  readonly name: string;
  readonly id: string | null;
  readonly created_at: string | null;
}

export const listMultipartUploads: S3Command = {
  operation: operations.s3ListMultipart,
  method: 'GET',
  target: 'bucket',
  parameters: ['uploads'],
  async run(call) {
    const { storage, access, s3, bucket } = call;
    const limit =
      numberParameter(s3, 'max-uploads', { least: 1, most: largestPage }) ?? largestPage;
    const { encode, EncodingType } = keyEncoding(s3);
    await findBucketAsService(storage, access, bucket);
    const found = await readEntries(call, limit + 1);
    const entries = found.slice(0, limit);
    const isTruncated = found.length > entries.length;
    const last = isTruncated ? entries.at(-1) : undefined;
    const delimiter = parameter(s3, 'delimiter');
    return xmlReply('ListMultipartUploadsResult', {
      Bucket: bucket,
      Prefix: encode(parameter(s3, 'prefix') ?? ''),
      KeyMarker: encode(parameter(s3, 'key-marker') ?? ''),
      UploadIdMarker: parameter(s3, 'upload-id-marker') ?? '',
      NextKeyMarker: last === undefined ? undefined : encode(last.name),
      NextUploadIdMarker: last?.id ?? undefined,
      Delimiter: delimiter === undefined ? undefined : encode(delimiter),
      EncodingType,
      MaxUploads: limit,
      IsTruncated: isTruncated,
      Upload: entries
        .filter(({ id }) => id !== null)
        .map(({ name, id, created_at }) => ({
          Key: encode(name),
          UploadId: id ?? '',
          Initiated: created_at ?? undefined,
          StorageClass: 'STANDARD',
        })),
      CommonPrefixes: entries
        .filter(({ id }) => id === null)
        .map(({ name }) => ({ Prefix: encode(name) })),
    });
  },
};

/** Uploads and folders of uploads by name, those of a name by id, as policies let the caller see them. */
function readEntries({ storage, access, s3, bucket }: S3Call, limit: number): Promise<Entry[]> {
  const prefix = parameter(s3, 'prefix') ?? '';
  const delimiter = parameter(s3, 'delimiter') ?? '';
  const keyMarker = parameter(s3, 'key-marker') ?? '';
  const idMarker = parameter(s3, 'upload-id-marker') ?? '';
  return rowsOf<Entry>(
    storage,
    access,
    { table: 'objects', commands: ['SELECT'], bucket },
    sql`with named as (
        select storage.get_common_prefix(u.key, ${prefix}, ${delimiter}) as folder, u.key, u.id, u.created_at
        from storage.s3_multipart_uploads as u where u.bucket_id = ${bucket} and starts_with(u.key, ${prefix})
      ), entries as (
        select distinct on (coalesce(n.folder, n.key) collate "C", case when n.folder is null then n.id end)
          coalesce(n.folder, n.key) as name, case when n.folder is null then n.id end as id,
          case when n.folder is null then n.created_at end as created_at
        from named as n
      )
      select json_build_object('name', e.name, 'id', e.id, 'created_at', ${isoTime('e.created_at')})
      from entries as e
      where e.name collate "C" > ${keyMarker}
        or (e.name = ${keyMarker} and ${idMarker} <> '' and e.id > ${idMarker})
      order by e.name collate "C", e.id limit ${limit}`,
    { signal: access.signal },
  );
}
