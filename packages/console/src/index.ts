export type * from './api/index.ts';
export { consoleDefinition } from './definition.ts';
export { consoleDialect } from './errors/console-dialect.ts';
export { consoleErrors } from './errors/console-errors.ts';
export { type ConsoleLimits, defaultLimits } from './limits.ts';
export { type Action, mayDo, permissions, projectRole } from './members/permissions.ts';
export type {
  MemberAccounts,
  NewAccount,
  ProjectHandle,
  ProjectRealtime,
  ProjectStorage,
  Projects,
  ProjectUrls,
} from './ports.ts';
export { type ConsoleOptions, ConsoleService } from './service.ts';
export { consoleMigrations } from './system-migrations.ts';
