import type { Route } from '@plinth/kernel';
import { Type } from 'typebox';
import { authError } from '../../errors.ts';
import { optionalText } from '../../input/fields.ts';
import type { AuthService } from '../../service.ts';
import { authenticate } from '../../sessions/authenticate.ts';
import { authRoute } from '../auth-route.ts';

const disabled = {
  totp: 'mfa_totp_enroll_not_enabled',
  phone: 'mfa_phone_enroll_not_enabled',
  webauthn: 'mfa_webauthn_enroll_not_enabled',
} as const;

/** POST /factors: second factors are off in this version. */
export const enrollFactor: Route<AuthService> = authRoute({
  id: 'auth.enroll-factor',
  method: 'POST',
  path: '/factors',
  summary: 'Enrols a second factor; off in this version.',
  access: 'user',
  input: { body: Type.Object({ factor_type: optionalText }) },
  errors: Object.values(disabled),
  async handler(service, request) {
    const { user } = await authenticate(service, request.caller);
    if (user.is_anonymous) {
      throw authError('no_authorization', {
        status: 403,
        message: 'Anonymous user not allowed to perform these actions',
      });
    }
    const type = request.body.factor_type ?? '';
    if (type === 'totp' || type === 'phone' || type === 'webauthn') throw authError(disabled[type]);
    throw authError('validation_failed', {
      message: 'factor_type needs to be totp, phone, or webauthn',
    });
  },
});
