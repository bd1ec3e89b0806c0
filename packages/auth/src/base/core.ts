import type { Clock, Logger, Random } from '@plinth/kernel';
import type { Database } from '@plinth/postgres';
import type { Post } from '../mail/post.ts';
import type { CodeAttempts } from '../otp/attempts.ts';
import type { Passwords } from '../passwords/passwords.ts';
import type { RedirectRules } from '../redirect/redirect-rules.ts';
import type { TokenSigner } from '../tokens/token-signer.ts';
import type { Gate } from './gate.ts';
import type { AuthPolicy } from './policy.ts';
import type { TokenBucket } from './token-bucket.ts';

/** What the flows work with: the parts of one project's Auth API. */
export interface AuthCore {
  /** Logged in as supabase_auth_admin. */
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
  /** Bounds the transactions that wait for a mail server. */
  readonly mailGate: Gate;
  /** Base URL in links, where it is not the one clients use. */
  readonly externalUrl: string | undefined;
}
