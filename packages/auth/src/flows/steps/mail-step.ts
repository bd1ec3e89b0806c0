import type { Sql } from '@plinth/postgres';
import type { AuthCore } from '../../base/core.ts';
import { isoDate } from '../../base/time.ts';
import { authError } from '../../errors.ts';
import type { RequestContext } from '../../input/request-context.ts';
import type { LetterData, LetterKind } from '../../mail/letters/letter.ts';
import { mailLink } from '../../mail/mail-link.ts';
import { hashCode, newCode, pkcePrefix } from '../../otp/code.ts';
import { putToken } from '../../otp/one-time-tokens.ts';
import type { FlowType } from '../../redirect/redirect-url.ts';
import type { User } from '../../users/user.ts';
import type { UserPatch } from '../../users/write-user.ts';

/**
 * A mail with a code, and what has to be stored for it. The patch and the writes go with the flow's own
 * into one statement; the mail goes last, before the commit: if it is not accepted, nothing has happened.
 */
export interface MailStep {
  readonly patch: UserPatch;
  readonly writes: readonly Sql[];
  send(): Promise<void>;
}

/** What the steps need of a user, who may be about to be written. */
export type Addressee = Pick<User, 'id' | 'email' | 'raw_user_meta_data'>;

interface Kind {
  readonly letter: LetterKind;
  /** `type` of the link. */
  readonly link: string;
  readonly token: 'confirmation_token' | 'recovery_token' | 'reauthentication_token';
  readonly sentAt: 'confirmation_sent_at' | 'recovery_sent_at' | 'reauthentication_sent_at';
}

const confirmation: Kind = {
  letter: 'confirmation',
  link: 'signup',
  token: 'confirmation_token',
  sentAt: 'confirmation_sent_at',
};
const invite: Kind = { ...confirmation, letter: 'invite', link: 'invite' };
const recovery: Kind = {
  letter: 'recovery',
  link: 'recovery',
  token: 'recovery_token',
  sentAt: 'recovery_sent_at',
};
const magicLink: Kind = { ...recovery, letter: 'magic_link', link: 'magiclink' };
const reauthentication: Kind = {
  letter: 'reauthentication',
  link: '',
  token: 'reauthentication_token',
  sentAt: 'reauthentication_sent_at',
};

/** Mails by kind; `sentAt` of the last one of the kind keeps users from asking too quickly. */
export const mailSteps = {
  confirmation: (
    core: AuthCore,
    context: RequestContext,
    to: Addressee,
    lastSent: string | null,
    flow: FlowType,
  ): MailStep => {
    assertNotTooSoon(core, lastSent);
    return codeStep(core, context, to, confirmation, flow);
  },
  /** Sent at once: an administrator asks. */
  invite: (core: AuthCore, context: RequestContext, to: Addressee): MailStep => {
    const step = codeStep(core, context, to, invite, 'implicit');
    return { ...step, patch: { ...step.patch, invited_at: isoDate(core.clock.now()) } };
  },
  recovery: (core: AuthCore, context: RequestContext, user: User, flow: FlowType): MailStep => {
    assertNotTooSoon(core, user.recovery_sent_at);
    return codeStep(core, context, user, recovery, flow);
  },
  /** Shares its clock with recovery, as upstream. */
  magicLink: (core: AuthCore, context: RequestContext, user: User, flow: FlowType): MailStep => {
    assertNotTooSoon(core, user.recovery_sent_at);
    return codeStep(core, context, user, magicLink, flow);
  },
  reauthentication: (core: AuthCore, context: RequestContext, user: User): MailStep => {
    assertNotTooSoon(core, user.reauthentication_sent_at);
    return codeStep(core, context, user, reauthentication, 'implicit');
  },
};

/** Throws `over_email_send_rate_limit`; clients read the number of seconds out of its message. */
export function assertNotTooSoon(core: AuthCore, lastSent: string | null): void {
  if (lastSent === null) return;
  const wait = Date.parse(lastSent) + core.policy.email.maxFrequency * 1000 - core.clock.now();
  if (wait <= 0) return;
  throw authError('over_email_send_rate_limit', {
    message: `For security purposes, you can only request this after ${Math.floor(wait / 1000)} seconds.`,
  });
}

function codeStep(
  core: AuthCore,
  context: RequestContext,
  to: Addressee,
  kind: Kind,
  flow: FlowType,
): MailStep {
  core.post.takeTurn();
  const address = to.email ?? '';
  const code = newCode(core.random, core.policy.email.otpLength);
  const hash = (flow === 'pkce' ? pkcePrefix : '') + hashCode(address, code);
  core.codeAttempts.forget(to.id);
  const data: LetterData = {
    SiteURL: core.policy.siteUrl,
    Email: address,
    Token: code,
    Data: to.raw_user_meta_data ?? {},
    ...(kind.link !== '' && {
      ConfirmationURL: mailLink(context.authUrl, hash, kind.link, context.redirectTo),
      ConfirmationPageURL: mailLink(
        context.authUrl,
        hash,
        kind.link,
        context.redirectTo,
        'confirm',
      ),
      TokenHash: hash,
      RedirectTo: context.redirectTo,
    }),
  };
  return {
    patch: { [kind.token]: hash, [kind.sentAt]: isoDate(core.clock.now()) },
    writes: [putToken(core, to.id, kind.token, address, hash)],
    send: () => core.post.send(kind.letter, address, data),
  };
}
