import type { Route } from '@plinth/kernel';
import { Type } from 'typebox';
import { authError } from '../../errors.ts';
import { redeemCode, redeemHash } from '../../flows/verify/redeem.ts';
import { verificationType } from '../../flows/verify/verification-type.ts';
import { type Redeem, verifyToSession } from '../../flows/verify/verify.ts';
import { cleanInput } from '../../input/clean-input.ts';
import { parseEmail } from '../../input/email.ts';
import { optionalText } from '../../input/fields.ts';
import { parsePhone } from '../../input/phone.ts';
import { contextOf, type RequestContext } from '../../input/request-context.ts';
import type { AuthService } from '../../service.ts';
import { tokensBody, tokensHeaders } from '../../sessions/session.ts';
import { authRoute, forEveryone } from '../auth-route.ts';
import { halfwayMessage } from './halfway.ts';

interface Body {
  readonly type: string;
  readonly token: string;
  readonly tokenHash: string;
  readonly email: string;
  readonly phone: string;
  readonly redirectTo: string;
}

/** POST /verify: a code somebody typed in, or the hash of one. */
export const verifyCode: Route<AuthService> = authRoute({
  id: 'auth.verify-code',
  method: 'POST',
  path: '/verify',
  summary: 'Redeems a code or the hash of a link and signs in.',
  access: forEveryone,
  limit: 'auth.verify',
  input: {
    body: Type.Object({
      type: optionalText,
      token: optionalText,
      token_hash: optionalText,
      email: optionalText,
      phone: optionalText,
      redirect_to: optionalText,
    }),
  },
  errors: ['otp_expired', 'user_banned', 'validation_failed'],
  async handler(service, request) {
    const raw = cleanInput(request.body);
    const context = contextOf(service, request);
    const redeem = redeemer(service, context, {
      type: raw.type ?? '',
      token: raw.token ?? '',
      tokenHash: raw.token_hash ?? '',
      email: raw.email ?? '',
      phone: raw.phone ?? '',
      redirectTo: raw.redirect_to ?? '',
    });
    const verified = await verifyToSession(service, context, redeem);
    if (verified.kind !== 'session') {
      return { status: 200, body: { msg: halfwayMessage, code: '200' } };
    }
    const { tokens } = verified;
    return {
      status: 200,
      headers: tokensHeaders(tokens),
      body: tokensBody(tokens, service.clock.now()),
    };
  },
});

function redeemer(service: AuthService, context: RequestContext, body: Body): Redeem {
  if (body.type === '') invalid('Verify requires a verification type');
  if ((body.token === '') === (body.tokenHash === '')) {
    invalid('Verify requires either a token or a token hash');
  }
  const type = verificationType(body.type);
  if (body.tokenHash !== '') {
    if (body.email !== '' || body.phone !== '' || body.redirectTo !== '') {
      invalid('Only the token_hash and type should be provided');
    }
    if (type === undefined) invalid('Invalid email verification type');
    return (tx) => redeemHash(service, tx, type, body.tokenHash);
  }
  if (body.phone !== '' && body.email === '') {
    parsePhone(body.phone);
    throw authError('otp_expired');
  }
  if (body.email === '' || body.phone !== '') {
    invalid('Only an email address or phone number should be provided on verify');
  }
  const email = addressOf(body.email);
  if (type === undefined) throw authError('otp_expired');
  return (tx) => redeemCode(service, tx, type, email, body.token, context.audience);
}

/** Upstream answers 422 here and says no more. */
function addressOf(email: string): string {
  try {
    return parseEmail(email);
  } catch (cause) {
    throw authError('validation_failed', { status: 422, message: 'Invalid email format', cause });
  }
}

function invalid(message: string): never {
  throw authError('validation_failed', { message });
}
