import { callerFromClaims, type RouteRequest } from '@plinth/kernel';
import { type Access, accessOf, isService } from '../../access/access.ts';
import { type Operation, operations } from '../../access/operations.ts';
import type { StorageCore } from '../../core.ts';
import { storageError } from '../../errors.ts';
import { checkWrite } from '../../objects/check-write.ts';
import { textOf } from '../../serving/conditional.ts';
import { tusError } from './errors.ts';
import type { Sender, UploadRecord } from './upload-records.ts';

/** What a request does with an upload. */
type Step = 'create' | 'patch' | 'head' | 'delete';

/** One of the two ways in: with a token of one's own, or with that of a signed upload URL. */
export interface Door {
  readonly path: string;
  readonly isSigned: boolean;
  readonly operations: Readonly<Record<Step, Operation>>;
}

/** For callers: policies decide, on every request anew. */
export const ownDoor: Door = {
  path: '/upload/resumable',
  isSigned: false,
  operations: {
    create: operations.tusCreate,
    patch: operations.tusPatch,
    head: operations.tusHead,
    delete: operations.tusDelete,
  },
};

/** For whoever has a signed upload URL: policies were asked when it was signed. */
export const signedDoor: Door = {
  path: '/upload/resumable/sign',
  isSigned: true,
  operations: {
    create: operations.tusCreateSigned,
    patch: operations.tusPatchSigned,
    head: operations.tusHeadSigned,
    delete: operations.tusDeleteSigned,
  },
};

/** Who sends a request, and whether they have brought the right to write with them. */
export interface Admission {
  readonly access: Access;
  readonly sender: Sender;
  /** True where a signature says so; otherwise policies are to be asked. */
  readonly isSigned: boolean;
}

const bearer = callerFromClaims('secret', {}, 'service_role');

/** Finds out who sends a request for an object. Throws `InvalidJWT`, `InvalidSignature`. */
export function admit(
  { tokens }: StorageCore,
  request: RouteRequest,
  { operations: byStep, isSigned }: Door,
  step: Step,
  { bucket, key }: Pick<UploadRecord, 'bucket' | 'key'>,
): Admission {
  const { headers, caller } = request;
  if (!isSigned) {
    const sender = { owner: caller.userId, upsert: textOf(headers['x-upsert']) === 'true' };
    return { access: accessOf(request, byStep[step]), sender, isSigned };
  }
  const token = textOf(headers['x-signature']);
  if (token === undefined || token === '') {
    throw storageError('InvalidSignature', { message: 'Missing x-signature header' });
  }
  const { owner, upsert } = tokens.verify(token, `${bucket}/${key}`, 'upload');
  const sender = { owner, upsert: upsert === true };
  return { access: accessOf(request, byStep[step], bearer), sender, isSigned };
}

/**
 * An upload is continued and ended by the user who sent its bytes so far, and by the service: its URL alone does not hand
 * them to somebody else. Throws `UploadNotFound`.
 */
export function checkOwner({ access, sender, isSigned }: Admission, { owner }: UploadRecord): void {
  const isOurs = owner === undefined || owner === sender.owner;
  if (!isOurs && (isSigned || !isService(access))) throw tusError('UploadNotFound');
}

/** Which object, and what policies can read of it. */
type Wanted = Pick<UploadRecord, 'bucket' | 'key' | 'contentType' | 'length' | 'userMetadata'>;

/** Asks the policies whether the sender may write the object now. Throws `AccessDenied`, `KeyAlreadyExists`. */
export async function checkSender(
  core: StorageCore,
  { access, sender, isSigned }: Admission,
  { bucket, key, contentType, length, userMetadata }: Wanted,
): Promise<void> {
  if (isSigned) return;
  const announced = { mimetype: contentType, contentLength: length, userMetadata };
  await checkWrite(core, access, { bucket, key, ...sender }, announced);
}
