export {
  type ApiKeyKind,
  formatApiKey,
  isOpaqueApiKey,
  parseApiKey,
} from './api-key.ts';
export { AppError, type AppErrorOptions } from './app-error.ts';
export { BoundedMap } from './bounded-map.ts';
export { type Caller, type CallerKind, type Claims, callerFromClaims } from './caller.ts';
export type { Clock } from './clock.ts';
export {
  type ErrorCatalogue,
  type ErrorEntry,
  type ErrorFactory,
  errorFactory,
} from './error-catalogue.ts';
export { kernelError, kernelErrors } from './errors.ts';
export type { Json, JsonObject } from './json.ts';
export { JwtError, type JwtFailure } from './jwt/jwt-error.ts';
export { type Jwk, KeySet, type KeySetOptions } from './jwt/key-set.ts';
export type { LogFields, Logger } from './logger.ts';
export type { Random } from './random.ts';
export type {
  Access,
  HttpMethod,
  LimitClass,
  Route,
  RouteReply,
  RouteRequest,
  RouteSchemas,
} from './route.ts';
export { route } from './route.ts';
export type { ErrorDialect, ServiceDefinition } from './service.ts';
export type { UpgradeRequest, Upgrades } from './upgrade.ts';
