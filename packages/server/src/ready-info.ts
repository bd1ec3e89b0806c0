/** What `plinth start --json` prints when everything is ready; tools and tests rely on its names. */
export interface ReadyInfo {
  readonly url: string;
  readonly studioUrl: string;
  readonly mailUrl: string;
  /** With the password. */
  readonly databaseUrl: string;
  readonly anonKey: string;
  readonly serviceRoleKey: string;
  readonly publishableKey: string;
  readonly secretKey: string;
  readonly jwtSecret: string;
  /** What S3 clients need; absent where the protocol is switched off. */
  readonly s3?: {
    readonly url: string;
    readonly region: string;
    readonly accessKeyId: string;
    readonly secretAccessKey: string;
  };
  readonly dir: string;
  readonly pid: number;
}
