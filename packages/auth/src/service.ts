import type { AuthSettings } from '@plinth/config';
import type { Clock, Jwk, KeySet, Logger, Random } from '@plinth/kernel';
import type { Database } from '@plinth/postgres';
import type { AuthCore } from './base/core.ts';
import { Gate } from './base/gate.ts';
import { type AuthPolicy, policyFrom } from './base/policy.ts';
import { TokenBucket } from './base/token-bucket.ts';
import { LetterWriter } from './mail/letters/letter-writer.ts';
import type { Mailer } from './mail/mailer.ts';
import { Post } from './mail/post.ts';
import { CodeAttempts } from './otp/attempts.ts';
import { Passwords } from './passwords/passwords.ts';
import { RedirectRules } from './redirect/redirect-rules.ts';
import { Sweeper } from './schema/sweeper.ts';
import { TokenSigner } from './tokens/token-signer.ts';
import { AdminUsers } from './users/admin-users.ts';

/** Keys of a project. */
export interface AuthKeys {
  /** Shared secret of HS256 tokens. */
  readonly jwtSecret: string;
  /** Private ES256 key with a `kid`. */
  readonly signingKey?: Jwk;
  /** Further public keys to show in jwks.json, while tokens that they signed are about. */
  readonly published?: readonly Jwk[];
  /** Every key whose tokens are believed; the gateway asks it. */
  readonly verifying: KeySet;
}

export interface AuthServiceOptions {
  /** Logged in as supabase_auth_admin. */
  readonly database: Database;
  readonly settings: AuthSettings;
  readonly keys: AuthKeys;
  readonly mailer: Mailer;
  readonly clock: Clock;
  readonly random: Random;
  readonly logger: Logger;
  /** Base URL of links and of the issuer; default: the one that the client used. */
  readonly externalUrl?: string;
  /** Reads a mail template's file; `path` is as config.toml has it. */
  readonly readTemplate?: (path: string) => Promise<string>;
  /** What settings have no key for yet. */
  readonly policy?: Partial<AuthPolicy>;
}

/** The Auth API of one project. */
export class AuthService implements AuthCore {
  readonly database: Database;
  readonly policy: AuthPolicy;
  readonly clock: Clock;
  readonly random: Random;
  readonly logger: Logger;
  readonly passwords: Passwords;
  readonly tokens: TokenSigner;
  readonly redirects: RedirectRules;
  readonly post: Post;
  readonly codeAttempts: CodeAttempts;
  readonly anonymousLimit: TokenBucket;
  readonly mailGate: Gate = new Gate({ atOnce: 4, waiting: 200, patience: 10_000 });
  readonly externalUrl: string | undefined;
  /** Users for other parts of the server. */
  readonly users: AdminUsers;
  readonly #mailer: Mailer;
  readonly #sweeper: Sweeper;

  constructor(options: AuthServiceOptions) {
    const { database, settings, keys, mailer, clock, random, logger } = options;
    this.policy = { ...policyFrom(settings), ...options.policy };
    this.database = database;
    this.clock = clock;
    this.random = random;
    this.logger = logger;
    this.externalUrl = options.externalUrl?.replace(/\/+$/, '');
    this.passwords = new Passwords(logger);
    this.tokens = new TokenSigner({ ...keys, algorithm: this.policy.tokenAlgorithm });
    this.redirects = new RedirectRules(this.policy, logger);
    const { templates, perHour, otpLife } = this.policy.email;
    this.post = new Post({
      mailer,
      letters: new LetterWriter({ templates, readTemplate: options.readTemplate, logger }),
      perHour: perHour === undefined ? undefined : new TokenBucket(perHour, 3600, clock),
      logger,
    });
    this.codeAttempts = new CodeAttempts(clock, otpLife);
    this.anonymousLimit = new TokenBucket(this.policy.limits.anonymousUsers, 3600, clock);
    this.users = new AdminUsers(this);
    this.#mailer = mailer;
    this.#sweeper = new Sweeper(this);
  }

  /** Rejects where the signing key cannot be used. */
  async start(): Promise<void> {
    await this.tokens.ready();
    this.#sweeper.start();
  }

  /** Waits for mails under way. The database is the caller's to close. */
  async close(): Promise<void> {
    await this.#sweeper.close();
    await this.#mailer.close();
  }
}
