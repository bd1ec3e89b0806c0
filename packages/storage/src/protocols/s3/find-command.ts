import type { S3Command } from './command.ts';
import { commands } from './commands/index.ts';
import { s3Error } from './errors.ts';
import { parameter, type S3Request } from './s3-request.ts';

/** Parameters that ask for parts of S3 that Plinth does not have; ignored, they would turn into another operation. */
const unsupported: readonly string[] = [
  'accelerate',
  'acl',
  'analytics',
  'attributes',
  'cors',
  'encryption',
  'intelligent-tiering',
  'inventory',
  'legal-hold',
  'lifecycle',
  'logging',
  'metrics',
  'notification',
  'object-lock',
  'ownershipControls',
  'policy',
  'policyStatus',
  'publicAccessBlock',
  'replication',
  'requestPayment',
  'restore',
  'retention',
  'select',
  'tagging',
  'torrent',
  'versions',
  'website',
];

/** The operation that a request asks for. Throws `NotImplemented`, `MethodNotAllowed`. */
export function findCommand(s3: S3Request): S3Command {
  const found = commands.find((command) => isMeant(command, s3));
  const isPlain = found?.parameters === undefined;
  const refused = isPlain
    ? unsupported.find((name) => parameter(s3, name) !== undefined)
    : undefined;
  if (refused !== undefined) {
    throw s3Error('NotImplemented', { message: `There is no ?${refused} here.` });
  }
  if (found === undefined) throw s3Error('MethodNotAllowed');
  const version = parameter(s3, 'versionId');
  if (version !== undefined && version !== 'null') {
    throw s3Error('NotImplemented', { message: 'Objects have one version only.' });
  }
  return found;
}

function isMeant(command: S3Command, s3: S3Request): boolean {
  const { method, target, parameters = [], header } = command;
  if (s3.request.method !== method || targetOf(s3) !== target) return false;
  if (header !== undefined && s3.request.headers[header] === undefined) return false;
  return parameters.every((name) => parameter(s3, name) !== undefined);
}

function targetOf({ bucket, key }: S3Request): S3Command['target'] {
  if (bucket === undefined) return 'service';
  return key === undefined ? 'bucket' : 'object';
}
