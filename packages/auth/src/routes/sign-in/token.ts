import type { Route, RouteReply } from '@plinth/kernel';
import { Type } from 'typebox';
import { authError } from '../../errors.ts';
import { exchangeCode } from '../../flows/sign-in/exchange-code.ts';
import { signInWithPassword } from '../../flows/sign-in/sign-in.ts';
import { cleanInput } from '../../input/clean-input.ts';
import { optionalText } from '../../input/fields.ts';
import { queryText } from '../../input/query.ts';
import { contextOf, type RequestContext } from '../../input/request-context.ts';
import type { AuthService } from '../../service.ts';
import { refreshSession } from '../../sessions/refresh-session.ts';
import { type Tokens, tokensBody, tokensHeaders } from '../../sessions/session.ts';
import { isRefreshToken } from '../../tokens/refresh-token.ts';
import { authRoute, forEveryone } from '../auth-route.ts';

const bodySchema = Type.Object({
  email: optionalText,
  phone: optionalText,
  password: optionalText,
  refresh_token: optionalText,
  auth_code: optionalText,
  code_verifier: optionalText,
  provider: optionalText,
  issuer: optionalText,
});

type Body = Readonly<Partial<Record<keyof (typeof bodySchema)['properties'], string | null>>>;

/** Each grant of POST /token. */
const grants: Readonly<
  Record<string, (service: AuthService, context: RequestContext, body: Body) => Promise<RouteReply>>
> = {
  password: passwordGrant,
  refresh_token: refreshGrant,
  pkce: codeGrant,
  id_token: idTokenGrant,
  web3: () => Promise.reject(authError('web3_provider_disabled')),
};

/** POST /token?grant_type=…: everything that gives a session for a credential. */
export const token: Route<AuthService> = authRoute({
  id: 'auth.token',
  method: 'POST',
  path: '/token',
  summary: 'Gives a session for a password, a refresh token or a code.',
  access: forEveryone,
  limit: 'auth.token',
  input: { body: bodySchema },
  errors: [
    'invalid_credentials',
    'email_not_confirmed',
    'user_banned',
    'refresh_token_not_found',
    'refresh_token_already_used',
    'session_expired',
    'session_not_found',
    'conflict',
    'flow_state_not_found',
    'flow_state_expired',
    'bad_code_verifier',
  ],
  async handler(service, request) {
    const name = queryText(request.query, 'grant_type');
    const grant = Object.hasOwn(grants, name) ? grants[name] : undefined;
    if (grant === undefined) {
      throw authError('invalid_credentials', { message: 'unsupported_grant_type' });
    }
    return grant(service, contextOf(service, request), cleanInput(request.body));
  },
});

async function passwordGrant(
  service: AuthService,
  context: RequestContext,
  body: Body,
): Promise<RouteReply> {
  const email = body.email ?? '';
  const phone = body.phone ?? '';
  if (email !== '' && phone !== '') {
    invalid('Only an email address or phone number should be provided on login.');
  }
  if (phone !== '') {
    throw authError('phone_provider_disabled', {
      status: 422,
      message: 'Phone logins are disabled',
    });
  }
  if (email === '') invalid('missing email or phone');
  if (!service.policy.email.enabled) throw authError('email_provider_disabled');
  const { tokens, weakPassword } = await signInWithPassword(
    service,
    context,
    email,
    body.password ?? '',
  );
  const reply = tokensReply(service, tokens);
  return weakPassword === undefined
    ? reply
    : { ...reply, body: { ...reply.body, weak_password: weakPassword } };
}

async function refreshGrant(
  service: AuthService,
  context: RequestContext,
  body: Body,
): Promise<RouteReply> {
  const refreshToken = body.refresh_token ?? '';
  if (!isRefreshToken(refreshToken)) invalid('Refresh token is not valid');
  const { tokens, reused } = await refreshSession(service, context, refreshToken);
  const reply = tokensReply(service, tokens);
  return reused
    ? reply
    : { ...reply, headers: { ...reply.headers, 'sb-auth-refresh-token-reuse': 'false' } };
}

async function codeGrant(
  service: AuthService,
  context: RequestContext,
  body: Body,
): Promise<RouteReply> {
  const code = body.auth_code ?? '';
  const verifier = body.code_verifier ?? '';
  if (code === '' || verifier === '') {
    invalid('invalid request: both auth code and code verifier should be non-empty');
  }
  const { tokens, provider } = await exchangeCode(service, context, code, verifier);
  const reply = tokensReply(service, tokens);
  return { ...reply, body: { ...reply.body, ...provider } };
}

/** Issuers of the identity tokens that upstream takes; none of them is on here. */
const issuers: Readonly<Record<string, string>> = {
  apple: 'https://appleid.apple.com',
  azure: 'https://login.microsoftonline.com',
  facebook: 'https://www.facebook.com',
  google: 'https://accounts.google.com',
  kakao: 'https://kauth.kakao.com',
  keycloak: '',
  snapchat: 'https://accounts.snapchat.com/accounts/oauth2/token',
};

async function idTokenGrant(
  _service: AuthService,
  _context: RequestContext,
  body: Body,
): Promise<RouteReply> {
  const provider = body.provider ?? '';
  const issuer = Object.hasOwn(issuers, provider) ? issuers[provider] : undefined;
  if (issuer === undefined) {
    invalid(`Custom OIDC provider ${JSON.stringify(provider)} not allowed`);
  }
  throw authError('provider_disabled', {
    message: `Provider (issuer ${JSON.stringify(issuer)}) is not enabled`,
  });
}

function tokensReply(
  service: AuthService,
  tokens: Tokens,
): { status: number; headers: Record<string, string>; body: object } {
  return {
    status: 200,
    headers: tokensHeaders(tokens),
    body: tokensBody(tokens, service.clock.now()),
  };
}

function invalid(message: string): never {
  throw authError('validation_failed', { message });
}
