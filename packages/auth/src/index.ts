export type { AuthPolicy, EmailPolicy } from './base/policy.ts';
export { type AuthRate, authRates } from './base/rates.ts';
export { authErrors } from './errors.ts';
export { inboxDefinition } from './mail/inbox/definition.ts';
export { createInbox, Inbox, type InboxOptions } from './mail/inbox/inbox.ts';
export { type Mail, MailError, type Mailer } from './mail/mailer.ts';
export {
  createSmtpMailer,
  type Sender,
  type SmtpOptions,
  senderOf,
  smtpOptionsOf,
} from './mail/smtp-mailer.ts';
export { authDefinition } from './routes/definition.ts';
export { authDialect } from './routes/dialect/auth-dialect.ts';
export { authMigrations } from './schema/migrations.ts';
export { type AuthKeys, AuthService, type AuthServiceOptions } from './service.ts';
export { type AdminUser, AdminUsers, type CreateAdminUser } from './users/admin-users.ts';
