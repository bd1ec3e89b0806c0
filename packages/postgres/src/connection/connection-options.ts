import type { ConnectionOptions as TlsOptions } from 'node:tls';

/** Where a Postgres server listens and who logs in. */
export interface ConnectionOptions {
  /** Host name, address, or the folder of a unix socket. */
  readonly host: string;
  readonly port: number;
  readonly database: string;
  readonly user: string;
  readonly password?: string;
  /** TLS settings; false for none. */
  readonly tls?: false | TlsOptions;
}
