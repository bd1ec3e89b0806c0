import type { JsonObject } from '@plinth/kernel';
import type { Sql, Transaction } from '@plinth/postgres';
import type { AuthCore } from '../../base/core.ts';
import { inOneStatement } from '../../base/one-statement.ts';
import { isoDate } from '../../base/time.ts';
import { authError } from '../../errors.ts';
import type { RequestContext } from '../../input/request-context.ts';
import { mailLink } from '../../mail/mail-link.ts';
import { hashCode, newCode } from '../../otp/code.ts';
import { putToken } from '../../otp/one-time-tokens.ts';
import { type AuditActor, actorOf, auditEntry } from '../../users/audit/audit.ts';
import { findUserByEmail, findUserOfEmail } from '../../users/find-user.ts';
import { insertIdentity, ownIdentityData } from '../../users/identities.ts';
import { mergeMetadata } from '../../users/metadata.ts';
import { isConfirmed, type User } from '../../users/user.ts';
import { type UserPatch, updateUser } from '../../users/write-user.ts';
import { insertAccount, reloadUser } from '../steps/new-user.ts';
import { inTransaction } from '../steps/transactions.ts';

/** The links that can be made without sending them. */
export type LinkType =
  | 'signup'
  | 'invite'
  | 'magiclink'
  | 'recovery'
  | 'email_change_current'
  | 'email_change_new';

/** A checked request for a link. */
export interface LinkRequest {
  readonly type: LinkType;
  readonly email: string;
  readonly newEmail: string;
  /** Checks and hashes the password; asked only for a user who signs up. */
  readonly hashPassword: () => Promise<string>;
  readonly metadata: JsonObject | undefined;
  readonly redirectTo: string;
}

/** A link, its code, and the user as it stands. */
export interface GeneratedLink {
  readonly user: User;
  readonly link: string;
  readonly code: string;
  readonly hash: string;
  readonly type: LinkType;
}

interface Code {
  readonly code: string;
  readonly hash: string;
}

interface Part {
  readonly patch: UserPatch;
  readonly writes: readonly Sql[];
}

/** Makes a link that an application sends by itself. An unknown user of a magic link is signed up. */
export async function generateLink(
  core: AuthCore,
  context: RequestContext,
  actor: AuditActor,
  request: LinkRequest,
): Promise<GeneratedLink> {
  const known = await findUserByEmail(core.database, request.email, context.audience);
  const type = known === undefined && request.type === 'magiclink' ? 'signup' : request.type;
  const signsUp = type === 'signup' || type === 'invite';
  if (known === undefined && !signsUp) {
    throw authError('user_not_found', { message: 'User with this email not found' });
  }
  if (known !== undefined && signsUp && isConfirmed(known)) throw authError('email_exists');
  if (known !== undefined && isChange(type)) await assertFree(core, request.newEmail, known);
  const code = newCode(core.random, core.policy.email.otpLength);
  const hash = hashCode(type === 'email_change_new' ? request.newEmail : request.email, code);
  const link = { ...request, type };
  const passwordHash =
    known === undefined && request.type === 'signup' ? await request.hashPassword() : undefined;
  return inTransaction(core, async (tx) => {
    const user = known ?? (await newAccount(core, context, tx, link, passwordHash));
    const { patch, writes } = partOf(core, context, actor, link, user, { code, hash });
    core.codeAttempts.forget(user.id);
    await tx.query(inOneStatement([updateUser(user.id, patch, core.clock.now()), ...writes]));
    const linkType = isChange(type) ? 'email_change' : type;
    return {
      user: await reloadUser(tx, user.id),
      link: mailLink(context.authUrl, hash, linkType, request.redirectTo),
      code,
      hash,
      type,
    };
  });
}

async function newAccount(
  core: AuthCore,
  context: RequestContext,
  tx: Transaction,
  { email, metadata = {} }: LinkRequest,
  passwordHash: string | undefined,
): Promise<User> {
  const user = await insertAccount(core, tx, {
    aud: context.audience,
    email,
    passwordHash,
    userMetadata: metadata,
  });
  const data = ownIdentityData({ sub: user.id, email });
  const now = core.clock.now();
  await tx.query(insertIdentity(core.random.uuid(), user.id, 'email', data, now));
  return reloadUser(tx, user.id);
}

/** What is stored for a link of a type. */
function partOf(
  core: AuthCore,
  context: RequestContext,
  actor: AuditActor,
  request: LinkRequest,
  user: User,
  { hash }: Code,
): Part {
  const at = isoDate(core.clock.now());
  const put = (token: Parameters<typeof putToken>[2], address: string): Sql =>
    putToken(core, user.id, token, address, hash);
  switch (request.type) {
    case 'magiclink':
    case 'recovery':
      return {
        patch: { recovery_token: hash, recovery_sent_at: at },
        writes: [
          put('recovery_token', request.email),
          auditEntry(core, context, actorOf(user), 'user_recovery_requested'),
        ],
      };
    case 'invite':
      return {
        patch: { confirmation_token: hash, confirmation_sent_at: at, invited_at: at },
        writes: [
          put('confirmation_token', request.email),
          auditEntry(core, context, actor, 'user_invited', {
            user_id: user.id,
            user_email: request.email,
          }),
        ],
      };
    case 'signup':
      return {
        patch: {
          confirmation_token: hash,
          confirmation_sent_at: at,
          raw_user_meta_data: mergeMetadata(user.raw_user_meta_data, request.metadata ?? {}),
        },
        writes: [put('confirmation_token', request.email)],
      };
    default:
      return changePart(request, hash, at, put);
  }
}

function changePart(
  { type, email, newEmail }: LinkRequest,
  hash: string,
  at: Date,
  put: (token: 'email_change_token_current' | 'email_change_token_new', address: string) => Sql,
): Part {
  const token =
    type === 'email_change_current' ? 'email_change_token_current' : 'email_change_token_new';
  return {
    patch: {
      email_change: newEmail,
      email_change_sent_at: at,
      email_change_confirm_status: 0,
      [token]: hash,
    },
    writes: [put(token, type === 'email_change_current' ? email : newEmail)],
  };
}

function isChange(type: LinkType): boolean {
  return type === 'email_change_current' || type === 'email_change_new';
}

async function assertFree(core: AuthCore, email: string, user: User): Promise<void> {
  const other = await findUserOfEmail(core.database, email, user.aud ?? '', user.id);
  if (other !== undefined) throw authError('email_exists');
}
