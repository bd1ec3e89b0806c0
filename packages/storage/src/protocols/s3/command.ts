import type { HttpMethod, RouteReply } from '@plinth/kernel';
import type { Access } from '../../access/access.ts';
import type { Operation } from '../../access/operations.ts';
import type { StorageService } from '../../service.ts';
import type { VerifiedBody } from './body/verified-body.ts';
import type { S3Request } from './s3-request.ts';
import { writeXml, type XmlContent } from './xml/write-xml.ts';

/** One call of a caller who signed it. */
export interface S3Call {
  readonly storage: StorageService;
  readonly access: Access;
  readonly s3: S3Request;
  /** Empty on calls to the service as a whole. */
  readonly bucket: string;
  /** Empty on calls to a bucket. */
  readonly key: string;
  readonly body: VerifiedBody;
  /** `sub` of the caller; undefined for the key pair. */
  readonly owner: string | undefined;
}

/** One operation of the protocol as data: what tells it from the others, and what it does. */
export interface S3Command {
  readonly operation: Operation;
  readonly method: HttpMethod;
  readonly target: 'service' | 'bucket' | 'object';
  /** Parameters that the URL must have. */
  readonly parameters?: readonly string[];
  /** A header that must be there. */
  readonly header?: string;
  run(call: S3Call): Promise<RouteReply>;
}

/** Answers with a document. */
export function xmlReply(
  root: string,
  content: XmlContent,
  headers: Readonly<Record<string, string>> = {},
): RouteReply {
  return {
    status: 200,
    headers: { 'content-type': 'application/xml', ...headers },
    body: writeXml(root, content),
  };
}
