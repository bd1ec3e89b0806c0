import type { Route } from '@plinth/kernel';
import { authError } from '../../errors.ts';
import { createUser as createUserFlow } from '../../flows/admin/create-user.ts';
import { assertShort, cleanInput, metadata } from '../../input/clean-input.ts';
import { parseEmail } from '../../input/email.ts';
import { parsePhone } from '../../input/phone.ts';
import { contextOf } from '../../input/request-context.ts';
import { nilUuid, parseUuid } from '../../input/uuid.ts';
import type { AuthService } from '../../service.ts';
import { findUserByPhone, findUserOfEmail } from '../../users/find-user.ts';
import { userBody } from '../../users/user-body.ts';
import { authRoute } from '../auth-route.ts';
import { adminActor } from './admin-actor.ts';
import { adminUserBody, assertImportable, bannedUntil } from './user-input.ts';

/** POST /admin/users: a user without a mail and without a session. */
export const createUser: Route<AuthService> = authRoute({
  id: 'auth.create-user',
  method: 'POST',
  path: '/admin/users',
  summary: 'Makes a user.',
  access: 'service',
  input: { body: adminUserBody },
  errors: ['email_exists', 'phone_exists', 'user_already_exists', 'validation_failed'],
  async handler(service, request) {
    const actor = await adminActor(service, request);
    const body = cleanInput(request.body);
    const context = contextOf(service, request);
    const aud = body.aud ? assertShort(body.aud, 'aud') : context.audience;
    if (!body.email && !body.phone) {
      invalid('Cannot create a user without either an email or phone');
    }
    const email = body.email ? parseEmail(body.email) : undefined;
    if (email !== undefined && (await findUserOfEmail(service.database, email, aud))) {
      throw authError('email_exists');
    }
    const phone = body.phone ? parsePhone(body.phone) : undefined;
    if (phone !== undefined && (await findUserByPhone(service.database, phone, aud))) {
      throw authError('phone_exists', {
        message: 'Phone number already registered by another user',
      });
    }
    const { password, password_hash: hash } = body;
    if (password !== null && password !== undefined && hash) {
      invalid('Only a password or a password hash should be provided');
    }
    if (hash) assertImportable(hash);
    const until = bannedUntil(body.ban_duration, service.clock.now());
    const user = await createUserFlow(service, context, actor, {
      id: parseId(body.id),
      aud,
      role: body.role ? assertShort(body.role, 'role') : undefined,
      email,
      phone,
      passwordHash: hash || (password ? await service.passwords.hash(password) : undefined),
      confirmEmail: body.email_confirm ?? false,
      confirmPhone: body.phone_confirm ?? false,
      userMetadata: metadata(body.user_metadata) ?? {},
      appMetadata: metadata(body.app_metadata) ?? {},
      bannedUntil: until ?? undefined,
    });
    return { status: 200, body: userBody(user) };
  },
});

function parseId(text: string | null | undefined): string | undefined {
  if (text === undefined || text === null || text === '') return undefined;
  const id = parseUuid(text);
  if (id === undefined) invalid('ID must conform to the uuid v4 format');
  if (id === nilUuid) invalid('ID cannot be a nil uuid');
  return id;
}

function invalid(message: string): never {
  throw authError('validation_failed', { message });
}
