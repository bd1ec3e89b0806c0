import type { Factor, Identity, User } from './user.ts';

/** A time as Go writes it: no zeros at the end of the fraction. Undefined, so left out, where unset. */
export function wireTime(time: string | null): string | undefined {
  return time?.replace(/\.?0+Z$/, 'Z') ?? undefined;
}

/**
 * A user as the API shows it: members in GoTrue's order, unset times left out, absent texts empty.
 * No secret of the row is among them.
 */
export function userBody(user: User): object {
  return {
    id: user.id,
    aud: user.aud ?? '',
    role: user.role ?? '',
    email: user.email ?? '',
    email_confirmed_at: wireTime(user.email_confirmed_at),
    invited_at: wireTime(user.invited_at),
    phone: user.phone ?? '',
    phone_confirmed_at: wireTime(user.phone_confirmed_at),
    confirmation_sent_at: wireTime(user.confirmation_sent_at),
    confirmed_at: wireTime(user.confirmed_at),
    recovery_sent_at: wireTime(user.recovery_sent_at),
    new_email: user.email_change || undefined,
    email_change_sent_at: wireTime(user.email_change_sent_at),
    new_phone: user.phone_change || undefined,
    phone_change_sent_at: wireTime(user.phone_change_sent_at),
    reauthentication_sent_at: wireTime(user.reauthentication_sent_at),
    last_sign_in_at: wireTime(user.last_sign_in_at),
    app_metadata: user.raw_app_meta_data ?? {},
    user_metadata: user.raw_user_meta_data ?? {},
    factors: user.factors.length === 0 ? undefined : user.factors.map(factorBody),
    identities: user.identities.map(identityBody),
    created_at: wireTime(user.created_at),
    updated_at: wireTime(user.updated_at),
    banned_until: wireTime(user.banned_until),
    deleted_at: wireTime(user.deleted_at),
    is_anonymous: user.is_anonymous,
  };
}

/** A user in a list: identities are not loaded there, and upstream says null. */
export function listedUserBody(user: User): object {
  return { ...userBody(user), identities: null };
}

/** `id` is the id at the provider, `identity_id` the row's: that is what clients expect. */
function identityBody(identity: Identity): object {
  return {
    identity_id: identity.id,
    id: identity.provider_id,
    user_id: identity.user_id,
    identity_data: identity.identity_data ?? undefined,
    provider: identity.provider,
    last_sign_in_at: wireTime(identity.last_sign_in_at),
    created_at: wireTime(identity.created_at),
    updated_at: wireTime(identity.updated_at),
    email: identity.email || undefined,
  };
}

/** A second factor as the API shows it. */
export function factorBody(factor: Factor): object {
  return {
    id: factor.id,
    created_at: wireTime(factor.created_at),
    updated_at: wireTime(factor.updated_at),
    status: factor.status,
    friendly_name: factor.friendly_name || undefined,
    factor_type: factor.factor_type,
    phone: factor.phone ?? '',
    last_challenged_at: wireTime(factor.last_challenged_at) ?? null,
  };
}
