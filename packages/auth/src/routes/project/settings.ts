import type { Route } from '@plinth/kernel';
import type { AuthService } from '../../service.ts';
import { authRoute, forEveryone } from '../auth-route.ts';

/** Providers that upstream lists; none of them is on here. */
const providers: readonly string[] = [
  'apple',
  'azure',
  'bitbucket',
  'discord',
  'facebook',
  'snapchat',
  'figma',
  'fly',
  'github',
  'gitlab',
  'google',
  'keycloak',
  'kakao',
  'linkedin',
  'linkedin_oidc',
  'notion',
  'spotify',
  'slack',
  'slack_oidc',
  'workos',
  'twitch',
  'twitter',
];

/** GET /settings: how people can sign in. */
export const settings: Route<AuthService> = authRoute({
  id: 'auth.settings',
  method: 'GET',
  path: '/settings',
  summary: 'How people can sign in.',
  access: forEveryone,
  handler: ({ policy }) => ({
    status: 200,
    body: {
      external: {
        anonymous_users: policy.anonymous,
        ...Object.fromEntries(providers.map((provider) => [provider, false])),
        email: policy.email.enabled,
        phone: false,
        zoom: false,
      },
      disable_signup: !policy.signUp,
      mailer_autoconfirm: policy.email.autoconfirm,
      phone_autoconfirm: false,
      sms_provider: '',
      saml_enabled: false,
      saml_private_key_next_configured: false,
      passkeys_enabled: false,
    },
  }),
});
