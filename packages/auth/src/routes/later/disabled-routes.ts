import type { HttpMethod, Route } from '@plinth/kernel';
import type { AuthService } from '../../service.ts';
import { type DisabledFeature, disabledRoute } from './disabled-route.ts';

const all: readonly HttpMethod[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

const oauthServer: DisabledFeature = {
  code: 'feature_disabled',
  message: 'OAuth server is disabled',
};
const customProviders: DisabledFeature = {
  code: 'feature_disabled',
  message: 'Custom OAuth providers are disabled',
};
const scim: DisabledFeature = { code: 'feature_disabled', message: 'SCIM server is disabled' };
const saml: DisabledFeature = { code: 'saml_provider_disabled' };
const passkeys: DisabledFeature = { code: 'passkey_disabled' };
const noFactor: DisabledFeature = { code: 'mfa_factor_not_found' };

/** Paths of features that this version does not have; each answers as upstream does where they are off. */
export const disabledRoutes: readonly Route<AuthService>[] = [
  disabledRoute(
    'oauth-server-metadata',
    'GET',
    '/.well-known/oauth-authorization-server',
    oauthServer,
  ),
  disabledRoute('oauth-server', all, '/oauth/*', oauthServer),
  disabledRoute('oauth-grants', ['GET', 'DELETE'], '/user/oauth/grants', oauthServer, 'user'),
  disabledRoute('oauth-clients', all, '/admin/oauth/*', oauthServer, 'service'),
  disabledRoute(
    'custom-providers',
    ['GET', 'POST'],
    '/admin/custom-providers',
    customProviders,
    'service',
  ),
  disabledRoute('custom-provider', all, '/admin/custom-providers/*', customProviders, 'service'),
  disabledRoute('sso', 'POST', '/sso', saml),
  disabledRoute('saml', all, '/sso/*', saml),
  disabledRoute('sso-provider', all, '/admin/sso/*', saml, 'service'),
  disabledRoute('passkeys', all, '/passkeys/*', passkeys),
  disabledRoute('passkey-list', 'GET', '/passkeys', passkeys),
  disabledRoute(
    'user-passkey',
    'DELETE',
    '/admin/users/:user_id/passkeys/:passkey_id',
    { code: 'webauthn_credential_not_found' },
    'service',
  ),
  disabledRoute(
    'user-factor',
    ['PUT', 'DELETE'],
    '/admin/users/:user_id/factors/:factor_id',
    noFactor,
    'service',
  ),
  disabledRoute('factor', all, '/factors/*', noFactor, 'user'),
  disabledRoute('scim', all, '/scim/*', scim),
];
