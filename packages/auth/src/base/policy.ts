import type { AuthSettings, MailTemplate } from '@plinth/config';
import { type PasswordRules, requiredSets } from '../passwords/strength.ts';

/** Everything about the Auth API that a project decides, in the terms of the code. Times in seconds. */
export interface AuthPolicy {
  readonly siteUrl: string;
  readonly redirectUrls: readonly string[];
  /** Issuer of access tokens; undefined: the URL of the Auth API. */
  readonly issuer: string | undefined;
  readonly tokenAlgorithm: 'ES256' | 'HS256';
  readonly tokenLife: number;
  readonly signUp: boolean;
  readonly anonymous: boolean;
  readonly manualLinking: boolean;
  readonly rotation: boolean;
  readonly reuseInterval: number;
  readonly timebox: number;
  readonly inactivity: number;
  readonly passwords: PasswordRules;
  readonly email: EmailPolicy;
  readonly limits: {
    /** Anonymous sign-ins of one address per hour. */
    readonly anonymousUsers: number;
  };
}

/** E-mail as a way to sign in, and the mails themselves. */
export interface EmailPolicy {
  readonly enabled: boolean;
  /** Links and codes instead of a password. */
  readonly magicLinks: boolean;
  /** A new address counts as confirmed at once. */
  readonly autoconfirm: boolean;
  /** Both addresses confirm a change. */
  readonly doubleConfirm: boolean;
  /** A session older than a day proves itself before a new password. */
  readonly securePasswordChange: boolean;
  /** The current password goes with a new one. */
  readonly requireCurrentPassword: boolean;
  /** Shortest time between two mails of one kind to one user. */
  readonly maxFrequency: number;
  readonly otpLength: number;
  readonly otpLife: number;
  readonly templates: Readonly<Record<string, MailTemplate>>;
  /** Mails per hour in all; undefined for no limit. */
  readonly perHour: number | undefined;
}

/** The policy that settings describe. What config.toml has no key for yet has upstream's default. */
export function policyFrom(settings: AuthSettings): AuthPolicy {
  return {
    siteUrl: settings['auth.site_url'],
    redirectUrls: settings['auth.additional_redirect_urls'],
    issuer: settings['auth.jwt_issuer'] || undefined,
    tokenAlgorithm: settings['auth.jwt_algorithm'],
    tokenLife: settings['auth.jwt_expiry'],
    signUp: settings['auth.enable_signup'],
    anonymous: settings['auth.enable_anonymous_sign_ins'],
    manualLinking: settings['auth.enable_manual_linking'],
    rotation: settings['auth.enable_refresh_token_rotation'],
    reuseInterval: settings['auth.refresh_token_reuse_interval'],
    timebox: settings['auth.sessions.timebox'],
    inactivity: settings['auth.sessions.inactivity_timeout'],
    passwords: {
      minLength: Math.max(6, settings['auth.minimum_password_length']),
      required: requiredSets[settings['auth.password_requirements']],
    },
    email: emailPolicy(settings),
    limits: { anonymousUsers: settings['auth.rate_limit.anonymous_users'] },
  };
}

function emailPolicy(settings: AuthSettings): EmailPolicy {
  const leavesTheServer = settings['auth.email.smtp.host'] !== '';
  return {
    enabled: settings['auth.email.enable_signup'],
    magicLinks: true,
    autoconfirm: !settings['auth.email.enable_confirmations'],
    doubleConfirm: settings['auth.email.double_confirm_changes'],
    securePasswordChange: settings['auth.email.secure_password_change'],
    requireCurrentPassword: false,
    maxFrequency: settings['auth.email.max_frequency'],
    otpLength: settings['auth.email.otp_length'],
    otpLife: settings['auth.email.otp_expiry'],
    templates: settings['auth.email.template'],
    perHour: leavesTheServer ? settings['auth.rate_limit.email_sent'] : undefined,
  };
}
