import type { Route } from '@plinth/kernel';
import type { AuthService } from '../service.ts';
import { createUser } from './admin/create-user.ts';
import { deleteUser } from './admin/delete-user.ts';
import { generateLink } from './admin/generate-link.ts';
import { getUserById } from './admin/get-user.ts';
import { invite } from './admin/invite.ts';
import { listAudit } from './admin/list-audit.ts';
import { listFactors } from './admin/list-factors.ts';
import { listUsers } from './admin/list-users.ts';
import { updateUserById } from './admin/update-user.ts';
import { authorize, callback, linkIdentity } from './later/authorize.ts';
import { disabledRoutes } from './later/disabled-routes.ts';
import { enrollFactor } from './later/enroll-factor.ts';
import { health } from './project/health.ts';
import { jwks } from './project/jwks.ts';
import { openidConfiguration } from './project/openid-configuration.ts';
import { settings } from './project/settings.ts';
import { confirmPage } from './sign-in/confirm-page.ts';
import { magicLink } from './sign-in/magic-link.ts';
import { otp } from './sign-in/otp.ts';
import { recover } from './sign-in/recover.ts';
import { resend } from './sign-in/resend.ts';
import { signUp } from './sign-in/sign-up.ts';
import { token } from './sign-in/token.ts';
import { verifyCode } from './sign-in/verify-code.ts';
import { verifyLink } from './sign-in/verify-link.ts';
import { deleteIdentity } from './user/delete-identity.ts';
import { getUser } from './user/get-user.ts';
import { reauthenticate } from './user/reauthenticate.ts';
import { signOut } from './user/sign-out.ts';
import { updateUser } from './user/update-user.ts';

/** Every endpoint of the Auth API. */
export const routes: readonly Route<AuthService>[] = [
  health,
  settings,
  jwks,
  openidConfiguration,
  signUp,
  token,
  otp,
  magicLink,
  recover,
  resend,
  verifyLink,
  verifyCode,
  confirmPage,
  getUser,
  updateUser,
  reauthenticate,
  signOut,
  deleteIdentity,
  invite,
  listUsers,
  createUser,
  getUserById,
  updateUserById,
  deleteUser,
  listFactors,
  generateLink,
  listAudit,
  authorize,
  callback,
  linkIdentity,
  enrollFactor,
  ...disabledRoutes,
];
