import { createHmac } from 'node:crypto';
import type { Settings } from '@plinth/config';

/** What S3 clients sign with. */
export interface KeyPair {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

/** What the protocol of a project goes by: DESIGN.md says what each who signs may do. */
export interface S3Options {
  /** Whether the protocol answers at all. */
  readonly enabled: boolean;
  /** What GetBucketLocation says; clients may sign for any region. */
  readonly region: string;
  /** Speaks for the service role. */
  readonly keyPair: KeyPair;
  readonly sessionKeys: SessionKeys | undefined;
}

/** What goes with a session token, which decides who speaks. */
export interface SessionKeys {
  /** The ref of the project. */
  readonly accessKeyId: string;
  /** The keys of the project that browsers hold: each will do. */
  readonly secrets: readonly string[];
}

type S3Settings = Pick<
  Settings,
  | 'storage.s3_protocol.enabled'
  | 'storage.s3_protocol.region'
  | 'storage.s3_protocol.access_key_id'
  | 'storage.s3_protocol.secret_access_key'
>;

/** The options of a project. */
export function s3OptionsOf(project: {
  readonly settings: S3Settings;
  readonly jwtSecret: string;
  readonly sessionKeys?: SessionKeys;
}): S3Options {
  const { settings, jwtSecret, sessionKeys } = project;
  return {
    enabled: settings['storage.s3_protocol.enabled'],
    region: settings['storage.s3_protocol.region'],
    keyPair: keyPairOf(settings, jwtSecret),
    sessionKeys,
  };
}

/**
 * The key pair of a project: what the settings give, otherwise one that follows from the project's JWT secret, so that
 * every project has one, every node knows it, and there is one secret less to keep.
 */
function keyPairOf(
  settings: Pick<
    S3Settings,
    'storage.s3_protocol.access_key_id' | 'storage.s3_protocol.secret_access_key'
  >,
  jwtSecret: string,
): KeyPair {
  const accessKeyId = settings['storage.s3_protocol.access_key_id'];
  const secretAccessKey = settings['storage.s3_protocol.secret_access_key'];
  if (accessKeyId !== '' && secretAccessKey !== '') return { accessKeyId, secretAccessKey };
  return {
    accessKeyId: derive(jwtSecret, 'plinth s3 access key id').slice(0, 32),
    secretAccessKey: derive(jwtSecret, 'plinth s3 secret access key'),
  };
}

function derive(secret: string, purpose: string): string {
  return createHmac('sha256', secret).update(purpose).digest('hex');
}
