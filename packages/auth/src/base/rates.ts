import type { AuthSettings } from '@plinth/config';

/** A token bucket: so many requests at once, refilled evenly over a time in seconds. */
export interface AuthRate {
  readonly burst: number;
  readonly seconds: number;
}

const fiveMinutes = 300;

/** The rates of the limit classes that the Auth API's routes name. */
export function authRates(settings: AuthSettings): Readonly<Record<string, AuthRate>> {
  const mails = { burst: settings['auth.rate_limit.sign_in_sign_ups'], seconds: fiveMinutes };
  return {
    'auth.token': { burst: settings['auth.rate_limit.token_refresh'], seconds: fiveMinutes },
    'auth.verify': { burst: settings['auth.rate_limit.token_verifications'], seconds: fiveMinutes },
    'auth.signup': mails,
    'auth.otp': mails,
    'auth.magiclink': mails,
    'auth.recover': mails,
    'auth.resend': mails,
    'auth.user': mails,
    'auth.sso': { burst: 30, seconds: fiveMinutes },
    'auth.passkey': { burst: 30, seconds: fiveMinutes },
  };
}
