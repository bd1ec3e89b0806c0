import type { Sql } from '@plinth/postgres';
import type { AuthCore } from '../../base/core.ts';
import { isoDate } from '../../base/time.ts';
import type { RequestContext } from '../../input/request-context.ts';
import { mailLink } from '../../mail/mail-link.ts';
import { hashCode, newCode, pkcePrefix } from '../../otp/code.ts';
import { putToken } from '../../otp/one-time-tokens.ts';
import type { FlowType } from '../../redirect/redirect-url.ts';
import type { User } from '../../users/user.ts';
import { assertNotTooSoon, type MailStep } from './mail-step.ts';

interface Code {
  readonly address: string;
  readonly code: string;
  readonly hash: string;
}

/**
 * The mails of a change of address: one to the new address, and one to the current one where both have to
 * confirm. A user without an address confirms the new one only.
 */
export function emailChangeStep(
  core: AuthCore,
  context: RequestContext,
  user: User,
  newEmail: string,
  flow: FlowType,
): MailStep {
  assertNotTooSoon(core, user.email_change_sent_at);
  core.post.takeTurn();
  core.codeAttempts.forget(user.id);
  const current = user.email ?? '';
  const toNew = makeCode(core, newEmail, flow);
  const toCurrent =
    core.policy.email.doubleConfirm && current !== '' ? makeCode(core, current, flow) : undefined;
  const writes: Sql[] = [putToken(core, user.id, 'email_change_token_new', newEmail, toNew.hash)];
  if (toCurrent !== undefined) {
    writes.push(putToken(core, user.id, 'email_change_token_current', current, toCurrent.hash));
  }
  return {
    patch: {
      email_change: newEmail,
      email_change_token_new: toNew.hash,
      ...(toCurrent !== undefined && { email_change_token_current: toCurrent.hash }),
      email_change_confirm_status: 0,
      email_change_sent_at: isoDate(core.clock.now()),
    },
    writes,
    send: async () => {
      await sendCode(core, context, user, newEmail, toNew);
      if (toCurrent !== undefined) await sendCode(core, context, user, newEmail, toCurrent);
    },
  };
}

function makeCode(core: AuthCore, address: string, flow: FlowType): Code {
  const code = newCode(core.random, core.policy.email.otpLength);
  return {
    address,
    code,
    hash: (flow === 'pkce' ? pkcePrefix : '') + hashCode(address, code),
  };
}

function sendCode(
  core: AuthCore,
  context: RequestContext,
  user: User,
  newEmail: string,
  { address, code, hash }: Code,
): Promise<void> {
  return core.post.send('email_change', address, {
    SiteURL: core.policy.siteUrl,
    ConfirmationURL: mailLink(context.authUrl, hash, 'email_change', context.redirectTo),
    ConfirmationPageURL: mailLink(
      context.authUrl,
      hash,
      'email_change',
      context.redirectTo,
      'confirm',
    ),
    Email: user.email ?? '',
    NewEmail: newEmail,
    SendingTo: address,
    Token: code,
    TokenHash: hash,
    RedirectTo: context.redirectTo,
    Data: user.raw_user_meta_data ?? {},
  });
}
