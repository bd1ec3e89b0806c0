import { type ErrorFactory, errorFactory } from '@plinth/kernel';

/**
 * Failures of the Auth API. Codes, statuses and default messages are GoTrue's: clients branch on them.
 * An occurrence may carry another message or status where upstream's does.
 */
export const authErrors = {
  anonymous_provider_disabled: {
    status: 422,
    message: 'Anonymous sign-ins are disabled',
    when: 'A sign-up names neither address nor phone, and auth.enable_anonymous_sign_ins is off.',
  },
  bad_code_verifier: {
    status: 400,
    message: 'code challenge does not match previously saved code verifier',
    when: 'The code verifier of a code exchange does not fit its code challenge.',
  },
  bad_json: {
    status: 400,
    message: 'Could not parse request body as JSON',
    when: 'The body is not JSON, or a member has the wrong type.',
  },
  bad_jwt: {
    status: 403,
    message: 'invalid JWT: unable to parse or verify signature',
    when: 'The bearer token is not valid, or speaks for no user where one is needed.',
  },
  bad_oauth_callback: {
    status: 400,
    message: 'OAuth state parameter missing',
    when: 'A provider comes back to a sign-in that is not under way.',
  },
  conflict: {
    status: 409,
    message: 'Too many concurrent token refresh requests on the same session or refresh token',
    when: 'A session was being refreshed by others for longer than this request could wait.',
  },
  current_password_invalid: {
    status: 400,
    message: 'Current password required when setting new password.',
    when: 'A new password comes with a wrong current one.',
  },
  current_password_required: {
    status: 400,
    message: 'Current password required when setting new password.',
    when: 'A new password comes without the current one, and the project asks for it.',
  },
  email_address_invalid: {
    status: 400,
    message: 'Email address is invalid',
    when: 'The mail server refuses the recipient.',
  },
  email_conflict_identity_not_deletable: {
    status: 422,
    message: 'Unable to unlink identity due to email conflict',
    when: 'Every address that would be left to the user belongs to another one.',
  },
  email_exists: {
    status: 422,
    message: 'A user with this email address has already been registered',
    when: 'Another user has the address already.',
  },
  email_not_confirmed: {
    status: 400,
    message: 'Email not confirmed',
    when: 'The password is right, but the address was never confirmed.',
  },
  email_provider_disabled: {
    status: 422,
    message: 'Email logins are disabled',
    when: 'auth.email.enable_signup is off.',
  },
  feature_disabled: {
    status: 404,
    message: 'This feature is disabled',
    when: 'The route belongs to a part of the Auth API that is off in this project.',
  },
  flow_state_expired: {
    status: 422,
    message: 'invalid flow state, flow state has expired',
    when: 'The code of a code exchange is older than five minutes.',
  },
  flow_state_not_found: {
    status: 404,
    message: 'invalid flow state, no valid flow state found',
    when: 'The code of a code exchange is unknown or used.',
  },
  identity_not_found: {
    status: 422,
    message: "Identity doesn't exist",
    when: 'The identity to unlink is not one of the user.',
  },
  insufficient_aal: {
    status: 401,
    message: 'AAL2 session is required to update email or password when MFA is enabled.',
    when: 'The user has a second factor and the session was not proven with it.',
  },
  invalid_credentials: {
    status: 400,
    message: 'Invalid login credentials',
    when: 'Unknown user, wrong password or unknown grant: which one is not said.',
  },
  manual_linking_disabled: {
    status: 404,
    message: 'Manual linking is disabled',
    when: 'auth.enable_manual_linking is off.',
  },
  mfa_factor_not_found: {
    status: 404,
    message: 'Factor not found',
    when: 'The user has no such factor.',
  },
  mfa_phone_enroll_not_enabled: {
    status: 422,
    message: 'MFA enroll is disabled for Phone',
    when: 'A phone is enrolled as second factor and that is off.',
  },
  mfa_phone_verify_not_enabled: {
    status: 422,
    message: 'MFA verification is disabled for Phone',
    when: 'A phone is asked for as second factor and that is off.',
  },
  mfa_totp_enroll_not_enabled: {
    status: 422,
    message: 'MFA enroll is disabled for TOTP',
    when: 'An authenticator is enrolled as second factor and that is off.',
  },
  mfa_totp_verify_not_enabled: {
    status: 422,
    message: 'MFA verification is disabled for TOTP',
    when: 'An authenticator is asked for as second factor and that is off.',
  },
  mfa_webauthn_enroll_not_enabled: {
    status: 422,
    message: 'MFA enroll is disabled for WebAuthn',
    when: 'A security key is enrolled as second factor and that is off.',
  },
  no_authorization: {
    status: 401,
    message: 'This endpoint requires a valid Bearer token',
    when: 'The route needs a bearer token and the request carries none.',
  },
  not_admin: {
    status: 403,
    message: 'User not allowed',
    when: 'The route is for service_role only.',
  },
  not_found: {
    status: 404,
    message: 'No such route',
    when: 'The Auth API has no such path.',
  },
  otp_disabled: {
    status: 422,
    message: 'Signups not allowed for otp',
    when: 'A code is asked for by an unknown user with create_user: false.',
  },
  otp_expired: {
    status: 403,
    message: 'Token has expired or is invalid',
    when: 'A code or a link is wrong, used, or too old.',
  },
  over_email_send_rate_limit: {
    status: 429,
    message: 'email rate limit exceeded',
    when: 'A user asks for mails too quickly, or the project has sent its mails of this hour.',
  },
  over_request_rate_limit: {
    status: 429,
    message: 'Request rate limit reached',
    when: 'More requests from one address than the limit of the route allows.',
  },
  passkey_disabled: {
    status: 404,
    message: 'Passkeys are disabled',
    when: 'Passkeys are off in this project.',
  },
  phone_exists: {
    status: 422,
    message: 'A user with this phone number has already been registered',
    when: 'Another user has the phone number already.',
  },
  phone_provider_disabled: {
    status: 400,
    message: 'Phone signups are disabled',
    when: 'A phone number is given and phone sign-in is off.',
  },
  provider_disabled: {
    status: 400,
    message: 'Provider is not enabled',
    when: 'An identity token comes from a provider that is off.',
  },
  reauthentication_needed: {
    status: 400,
    message: 'Password update requires reauthentication',
    when: 'The session is older than a day and auth.email.secure_password_change is on.',
  },
  reauthentication_not_valid: {
    status: 422,
    message: 'Nonce has expired or is invalid',
    when: 'The nonce of a password change is wrong, used or too old.',
  },
  refresh_token_already_used: {
    status: 400,
    message: 'Invalid Refresh Token: Already Used',
    when: 'A refresh token comes back after it was exchanged: the session ends.',
  },
  refresh_token_not_found: {
    status: 400,
    message: 'Invalid Refresh Token: Refresh Token Not Found',
    when: 'No session has this refresh token.',
  },
  request_entity_too_large: {
    status: 413,
    message: 'Request body too large (max 1048576 bytes)',
    when: 'The body is larger than 1 MB.',
  },
  request_timeout: {
    status: 504,
    message: 'Processing this request timed out, please retry after a moment.',
    when: 'The database did not answer in time.',
  },
  same_password: {
    status: 422,
    message: 'New password should be different from the old password.',
    when: 'The new password is the old one.',
  },
  saml_provider_disabled: {
    status: 404,
    message: 'SAML 2.0 is disabled',
    when: 'Single sign-on is off in this project.',
  },
  session_expired: {
    status: 400,
    message: 'Invalid Refresh Token: Session Expired',
    when: 'The session has reached its time limit or was idle for too long.',
  },
  session_not_found: {
    status: 403,
    message: 'Session from session_id claim in JWT does not exist',
    when: 'The session of the access token has ended.',
  },
  signup_disabled: {
    status: 422,
    message: 'Signups not allowed for this instance',
    when: 'auth.enable_signup is off.',
  },
  single_identity_not_deletable: {
    status: 422,
    message: 'User must have at least 1 identity after unlinking',
    when: 'The only identity of a user is to be unlinked.',
  },
  unexpected_audience: {
    status: 403,
    message: "Token audience doesn't match request audience",
    when: 'X-JWT-AUD asks for another audience than the token is for.',
  },
  unexpected_failure: {
    status: 500,
    message: 'Unexpected failure, please check server logs for more information',
    when: 'A trigger of the application refused the change, a mail could not be sent, or a defect.',
  },
  user_already_exists: {
    status: 422,
    message: 'User already registered',
    when: 'A sign-up names an address that has a user, and addresses need no confirmation.',
  },
  user_banned: {
    status: 403,
    message: 'User is banned',
    when: 'The user is banned.',
  },
  user_not_found: {
    status: 404,
    message: 'User not found',
    when: 'There is no such user.',
  },
  user_sso_managed: {
    status: 422,
    message: 'Updating email, phone, password of a SSO account only possible via SSO',
    when: 'The account belongs to an identity provider.',
  },
  validation_failed: {
    status: 400,
    message: 'The request is not valid',
    when: 'A value is missing or not acceptable.',
  },
  weak_password: {
    status: 422,
    message: 'Password is too weak',
    when: 'The password does not meet the rules; weak_password.reasons says which.',
  },
  webauthn_credential_not_found: {
    status: 404,
    message: 'Passkey not found',
    when: 'The user has no such passkey.',
  },
  web3_provider_disabled: {
    status: 422,
    message: 'Web3 provider is disabled',
    when: 'A wallet signs in and that is off.',
  },
} as const;

/** Makes an error of the Auth API. */
export const authError: ErrorFactory<typeof authErrors> = errorFactory(authErrors);
