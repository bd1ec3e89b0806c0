import type { AppError } from './app-error.ts';
import type { Route, RouteReply, RouteRequest } from './route.ts';
import type { Upgrades } from './upgrade.ts';

/** How one service words its failures on the wire. */
export interface ErrorDialect {
  /** `request` is absent where the failure precedes routing. */
  render(error: AppError, request?: RouteRequest): RouteReply;
}

/** What a service package hands to the gateway: where it lives, its table of routes, its dialect. */
export interface ServiceDefinition<Service> {
  readonly name: string;
  /** Path prefix without a trailing slash, e.g. `/auth/v1`. */
  readonly prefix: string;
  readonly routes: readonly Route<Service>[];
  readonly dialect: ErrorDialect;
  /** Largest request body that is read whole, in bytes; streams are not measured. */
  readonly bodyLimit: number;
  /** Absent: connections under the prefix are never upgraded. */
  readonly upgrades?: Upgrades<Service>;
}
