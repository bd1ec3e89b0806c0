import { defaultSettings, type Settings } from '@plinth/config';

/** How the control project's Auth API behaves: nobody signs up there, the owner invites. */
export function controlSettings(settings: Settings): Settings {
  return {
    ...defaultSettings(),
    'api.external_url': settings['api.external_url'],
    'auth.enable_signup': false,
    'auth.minimum_password_length': 8,
    'auth.jwt_algorithm': 'ES256',
    'auth.email.smtp.host': settings['auth.email.smtp.host'],
    'auth.email.smtp.port': settings['auth.email.smtp.port'],
    'auth.email.smtp.user': settings['auth.email.smtp.user'],
    'auth.email.smtp.pass': settings['auth.email.smtp.pass'],
    'auth.email.smtp.admin_email': settings['auth.email.smtp.admin_email'],
    'auth.email.smtp.sender_name': settings['auth.email.smtp.sender_name'],
  };
}
