import type { Route } from '@plinth/kernel';
import { contextOf } from '../../input/request-context.ts';
import type { AuthService } from '../../service.ts';
import { authRoute, forEveryone } from '../auth-route.ts';

/** GET /.well-known/openid-configuration: where verifiers of access tokens find the keys. */
export const openidConfiguration: Route<AuthService> = authRoute({
  id: 'auth.openid-configuration',
  method: 'GET',
  path: '/.well-known/openid-configuration',
  summary: 'Issuer and addresses of the Auth API, for verifiers of its tokens.',
  access: forEveryone,
  handler(service, request) {
    const issuer = service.policy.issuer ?? contextOf(service, request).authUrl;
    const base = issuer.replace(/\/+$/, '');
    return {
      status: 200,
      headers: { 'cache-control': 'public, max-age=600' },
      body: {
        issuer,
        authorization_endpoint: `${base}/oauth/authorize`,
        token_endpoint: `${base}/oauth/token`,
        jwks_uri: `${base}/.well-known/jwks.json`,
        userinfo_endpoint: `${base}/oauth/userinfo`,
        scopes_supported: ['openid', 'profile', 'email', 'phone', 'offline_access'],
        response_types_supported: ['code'],
        response_modes_supported: ['query'],
        grant_types_supported: ['authorization_code', 'refresh_token'],
        subject_types_supported: ['public'],
        id_token_signing_alg_values_supported: ['RS256', 'HS256', 'ES256'],
        token_endpoint_auth_methods_supported: [
          'client_secret_basic',
          'client_secret_post',
          'none',
        ],
        claims_supported: ['sub', 'aud', 'iss', 'exp', 'iat', 'email', 'phone_number', 'name'],
        code_challenge_methods_supported: ['S256', 'plain'],
      },
    };
  },
});
