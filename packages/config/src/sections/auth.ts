import { flag, integer, list, type SettingTable, seconds, table, text } from '../setting.ts';

/** Subject and body of a mail; a missing part is the built-in one. */
export interface MailTemplate {
  readonly subject?: string;
  /** File with the HTML body, relative to the project folder. */
  readonly contentPath?: string;
}

/** `[auth]`: sign-up, sessions, tokens, mail. */
export interface AuthSettings {
  readonly 'auth.enabled': boolean;
  readonly 'auth.site_url': string;
  readonly 'auth.additional_redirect_urls': readonly string[];
  readonly 'auth.jwt_expiry': number;
  readonly 'auth.jwt_issuer': string;
  readonly 'auth.jwt_algorithm': 'ES256' | 'HS256';
  readonly 'auth.enable_signup': boolean;
  readonly 'auth.enable_anonymous_sign_ins': boolean;
  readonly 'auth.enable_manual_linking': boolean;
  readonly 'auth.enable_refresh_token_rotation': boolean;
  readonly 'auth.refresh_token_reuse_interval': number;
  readonly 'auth.minimum_password_length': number;
  readonly 'auth.password_requirements':
    | ''
    | 'letters_digits'
    | 'lower_upper_letters_digits'
    | 'lower_upper_letters_digits_symbols';
  readonly 'auth.sessions.timebox': number;
  readonly 'auth.sessions.inactivity_timeout': number;
  readonly 'auth.email.enable_signup': boolean;
  readonly 'auth.email.double_confirm_changes': boolean;
  readonly 'auth.email.enable_confirmations': boolean;
  readonly 'auth.email.secure_password_change': boolean;
  readonly 'auth.email.max_frequency': number;
  readonly 'auth.email.otp_length': number;
  readonly 'auth.email.otp_expiry': number;
  readonly 'auth.email.template': Readonly<Record<string, MailTemplate>>;
  readonly 'auth.email.smtp.host': string;
  readonly 'auth.email.smtp.port': number;
  readonly 'auth.email.smtp.user': string;
  readonly 'auth.email.smtp.pass': string;
  readonly 'auth.email.smtp.admin_email': string;
  readonly 'auth.email.smtp.sender_name': string;
  readonly 'auth.rate_limit.email_sent': number;
  readonly 'auth.rate_limit.anonymous_users': number;
  readonly 'auth.rate_limit.token_refresh': number;
  readonly 'auth.rate_limit.sign_in_sign_ups': number;
  readonly 'auth.rate_limit.token_verifications': number;
}

const perFiveMinutes = 'requests of one address per 5 minutes';

export const authSettings: SettingTable<AuthSettings> = {
  'auth.enabled': flag(true, 'Whether the Auth API answers.'),
  'auth.site_url': text(
    'http://127.0.0.1:3000',
    'URL of the application; links in mails lead there.',
    {
      env: ['SITE_URL', 'GOTRUE_SITE_URL'],
    },
  ),
  'auth.additional_redirect_urls': list(
    [],
    'Further URLs (globs allowed) that a link may lead to.',
    {
      env: ['ADDITIONAL_REDIRECT_URLS', 'GOTRUE_URI_ALLOW_LIST'],
    },
  ),
  'auth.jwt_expiry': seconds(3600, 'Life of an access token, in seconds; at most a week.', {
    env: ['JWT_EXPIRY', 'GOTRUE_JWT_EXP'],
  }),
  'auth.jwt_issuer': text('', 'Issuer claim of access tokens; empty: the URL of the Auth API.', {
    env: ['GOTRUE_JWT_ISSUER'],
  }),
  'auth.jwt_algorithm': text('ES256', 'How access tokens are signed; both are always verified.', {
    oneOf: ['ES256', 'HS256'],
  }),
  'auth.enable_signup': flag(true, 'Whether strangers may sign up.'),
  'auth.enable_anonymous_sign_ins': flag(
    false,
    'Whether sign-up without any credential is allowed.',
    {
      env: ['GOTRUE_EXTERNAL_ANONYMOUS_USERS_ENABLED'],
    },
  ),
  'auth.enable_manual_linking': flag(
    false,
    'Whether users may link further identities themselves.',
    {
      env: ['GOTRUE_SECURITY_MANUAL_LINKING_ENABLED'],
    },
  ),
  'auth.enable_refresh_token_rotation': flag(true, 'Whether a refresh token is good for one use.', {
    env: ['GOTRUE_SECURITY_REFRESH_TOKEN_ROTATION_ENABLED'],
  }),
  'auth.refresh_token_reuse_interval': seconds(
    10,
    'How long a used refresh token is forgiven, in seconds.',
    {
      env: ['GOTRUE_SECURITY_REFRESH_TOKEN_REUSE_INTERVAL'],
    },
  ),
  'auth.minimum_password_length': integer(6, 'Fewest characters of a password.', {
    env: ['GOTRUE_PASSWORD_MIN_LENGTH'],
    least: 6,
    most: 72,
  }),
  'auth.password_requirements': text('', 'Kinds of characters that a password must hold.', {
    oneOf: [
      '',
      'letters_digits',
      'lower_upper_letters_digits',
      'lower_upper_letters_digits_symbols',
    ],
  }),
  'auth.sessions.timebox': seconds(0, 'Longest session, in seconds; 0 for no limit.', {
    env: ['GOTRUE_SESSIONS_TIMEBOX'],
  }),
  'auth.sessions.inactivity_timeout': seconds(
    0,
    'Longest pause in a session, in seconds; 0 for no limit.',
    {
      env: ['GOTRUE_SESSIONS_INACTIVITY_TIMEOUT'],
    },
  ),
  'auth.email.enable_signup': flag(true, 'Whether e-mail and password can sign up and in.', {
    env: ['ENABLE_EMAIL_SIGNUP', 'GOTRUE_EXTERNAL_EMAIL_ENABLED'],
  }),
  'auth.email.double_confirm_changes': flag(
    true,
    'Whether both addresses confirm a change of address.',
    {
      env: ['GOTRUE_MAILER_SECURE_EMAIL_CHANGE_ENABLED'],
    },
  ),
  'auth.email.enable_confirmations': flag(
    false,
    'Whether a new address must be confirmed before sign-in.',
  ),
  'auth.email.secure_password_change': flag(
    false,
    'Whether an old session must prove itself before a new password.',
    {
      env: ['GOTRUE_SECURITY_UPDATE_PASSWORD_REQUIRE_REAUTHENTICATION'],
    },
  ),
  'auth.email.max_frequency': seconds(
    1,
    'Shortest time between two mails to one user, in seconds.',
    {
      env: ['GOTRUE_SMTP_MAX_FREQUENCY'],
    },
  ),
  'auth.email.otp_length': integer(6, 'Digits of a code in a mail.', {
    env: ['GOTRUE_MAILER_OTP_LENGTH'],
    least: 6,
    most: 10,
  }),
  'auth.email.otp_expiry': seconds(3600, 'Life of a code or link in a mail, in seconds.', {
    env: ['GOTRUE_MAILER_OTP_EXP'],
  }),
  'auth.email.template': table('Subject and body of each kind of mail.', mailTemplate),
  'auth.email.smtp.host': text('', 'Mail server; empty: mails stay in the built-in inbox.', {
    env: ['SMTP_HOST', 'GOTRUE_SMTP_HOST'],
  }),
  'auth.email.smtp.port': integer(587, 'Port of the mail server.', {
    env: ['SMTP_PORT', 'GOTRUE_SMTP_PORT'],
    most: 65535,
  }),
  'auth.email.smtp.user': text('', 'Login at the mail server.', {
    env: ['SMTP_USER', 'GOTRUE_SMTP_USER'],
  }),
  'auth.email.smtp.pass': text('', 'Password at the mail server.', {
    env: ['SMTP_PASS', 'GOTRUE_SMTP_PASS'],
    secret: true,
  }),
  'auth.email.smtp.admin_email': text('noreply@localhost', 'Sender address of mails.', {
    env: ['SMTP_ADMIN_EMAIL', 'GOTRUE_SMTP_ADMIN_EMAIL'],
  }),
  'auth.email.smtp.sender_name': text('', 'Sender name of mails.', {
    env: ['SMTP_SENDER_NAME', 'GOTRUE_SMTP_SENDER_NAME'],
  }),
  'auth.rate_limit.email_sent': integer(30, 'Mails per hour in all, where a mail server is set.', {
    env: ['GOTRUE_RATE_LIMIT_EMAIL_SENT'],
  }),
  'auth.rate_limit.anonymous_users': integer(30, 'Anonymous sign-ins of one address per hour.', {
    env: ['GOTRUE_RATE_LIMIT_ANONYMOUS_USERS'],
  }),
  'auth.rate_limit.token_refresh': integer(150, `Token ${perFiveMinutes}.`, {
    env: ['GOTRUE_RATE_LIMIT_TOKEN_REFRESH'],
  }),
  'auth.rate_limit.sign_in_sign_ups': integer(30, `Sign-up, recovery and code ${perFiveMinutes}.`, {
    env: ['GOTRUE_RATE_LIMIT_OTP'],
  }),
  'auth.rate_limit.token_verifications': integer(30, `Verification ${perFiveMinutes}.`, {
    env: ['GOTRUE_RATE_LIMIT_VERIFY'],
  }),
};

function mailTemplate(raw: Readonly<Record<string, unknown>>): MailTemplate {
  const { subject, content_path: contentPath } = raw;
  return {
    ...(typeof subject === 'string' && { subject }),
    ...(typeof contentPath === 'string' && { contentPath }),
  };
}
