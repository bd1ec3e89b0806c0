import type { RouteReply } from '@plinth/kernel';
import { accessOf } from '../../../access/access.ts';
import { operations } from '../../../access/operations.ts';
import type { ByteSource } from '../../../backends/blob-store.ts';
import { type FormFile, readForm } from '../../../input/multipart-form.ts';
import { checkBucket } from '../../../input/names.ts';
import type { WrittenObject } from '../../../objects/commit-object.ts';
import { limited } from '../../../objects/limited.ts';
import { writeObject } from '../../../objects/write-object.ts';
import type { StorageService } from '../../../service.ts';
import { headerText } from '../../../serving/header-text.ts';
import { s3Error } from '../errors.ts';
import { metadataOf } from '../object-headers.ts';
import { header, type S3Request } from '../s3-request.ts';
import { writeXml } from '../xml/write-xml.ts';
import { formCaller } from './form-caller.ts';
import { checkPolicy, type LengthRange, parsePolicy } from './policy.ts';

/** Nobody is known yet: room for a signature, a policy and what describes an object. */
const limits = { fields: 60, fieldSize: 32_768 };

/** Stands in a key for the name of the client's file. */
const filenamePlace = '$' + '{filename}';

/** Uploads the file of a browser's form: a policy, signed beforehand, says what the form may hold. Throws AppError. */
export async function postForm(
  storage: StorageService,
  s3: S3Request,
  body: ByteSource,
): Promise<RouteReply> {
  const form = await readForm(header(s3, 'content-type') ?? '', body, limits);
  const fields = fieldsOf(form);
  const caller = await formCaller(storage, fields);
  const bucket = checkBucket(s3.bucket);
  const policy = parsePolicy(fields.get('policy') ?? '');
  if (policy.expiresAt <= storage.clock.now()) throw s3Error('ExpiredSignature');
  const range = checkPolicy(policy, new Map([...fields, ['bucket', bucket]]));
  const key = (fields.get('key') ?? '').replaceAll(filenamePlace, () => form.filename);
  const object = await writeObject(
    storage,
    accessOf(s3.request, operations.s3Upload, caller),
    { bucket, key, upsert: true, owner: caller.userId },
    {
      source: within(form.source, range),
      mimetype: fields.get('content-type') || form.mimetype,
      cacheControl: fields.get('cache-control') || 'no-cache',
      userMetadata: metadataOf(Object.fromEntries(fields)),
    },
  );
  return answer(s3, fields, object);
}

/** Fields by name in lower case. Throws where two have the same: a condition would see one, the upload the other. */
function fieldsOf(form: FormFile): Map<string, string> {
  const fields = new Map<string, string>();
  for (const [name, value] of Object.entries(form.fields)) {
    const lower = name.toLowerCase();
    if (fields.has(lower)) {
      throw s3Error('InvalidArgument', { message: `The form has two fields ${lower}` });
    }
    fields.set(lower, value);
  }
  return fields;
}

async function* within(source: ByteSource, { least, most }: LengthRange): ByteSource {
  let taken = 0;
  for await (const chunk of limited(source, most)) {
    taken += chunk.byteLength;
    yield chunk;
  }
  if (taken < least) throw s3Error('EntityTooSmall');
}

function answer(
  s3: S3Request,
  fields: ReadonlyMap<string, string>,
  object: WrittenObject,
): RouteReply {
  const { name: key, bucket_id: bucket } = object;
  const etag = String(object.metadata?.eTag);
  const redirect = headerText(fields.get('success_action_redirect') ?? fields.get('redirect'));
  if (redirect !== undefined && URL.canParse(redirect) && /^https?:/i.test(redirect)) {
    const target = new URL(redirect);
    for (const [name, value] of Object.entries({ bucket, key, etag })) {
      target.searchParams.set(name, value);
    }
    return { status: 303, headers: { location: target.href, etag } };
  }
  const path = key.split('/').map(encodeURIComponent).join('/');
  const location = `${s3.request.baseUrl}/storage/v1/s3/${encodeURIComponent(bucket)}/${path}`;
  const asked = fields.get('success_action_status');
  if (asked !== '201') return { status: asked === '204' ? 204 : 200, headers: { etag, location } };
  return {
    status: 201,
    headers: { etag, location, 'content-type': 'application/xml' },
    body: writeXml('PostResponse', { Location: location, Bucket: bucket, Key: key, ETag: etag }),
  };
}
