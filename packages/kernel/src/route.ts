import type { Readable } from 'node:stream';
import type { Static, TSchema } from 'typebox';
import type { Caller } from './caller.ts';
import type { Logger } from './logger.ts';

export type HttpMethod = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS';

/**
 * Who may call a route.
 * `open`: anyone, and a credential is not even looked at (a third party calls it, a link in a mail).
 * `key`: any caller the gateway can resolve. `user`: a signed-in user. `service`: service_role only.
 * `member`: a member of the control project.
 */
export type Access = 'open' | 'key' | 'user' | 'service' | 'member';

/** Names a rate limit; the server's configuration gives each class its rate. */
export type LimitClass = string;

/** JSON Schemas (TypeBox) of what a route takes; absent parts are passed through unchecked. */
export interface RouteSchemas {
  readonly params?: TSchema;
  readonly query?: TSchema;
  readonly body?: TSchema;
}

type Part<S extends RouteSchemas, K extends keyof RouteSchemas, Otherwise> = S[K] extends TSchema
  ? Static<S[K]>
  : Otherwise;

/** One request, as a handler sees it: parsed at the edge, its caller resolved. */
export interface RouteRequest<S extends RouteSchemas = RouteSchemas> {
  /** Unique per request; in the log lines and in the `x-request-id` response header. */
  readonly id: string;
  readonly method: HttpMethod;
  /** Path below the service's prefix, still percent-encoded, without the query. */
  readonly path: string;
  /** Query text without `?`, still percent-encoded. */
  readonly rawQuery: string;
  readonly params: Part<S, 'params', Readonly<Record<string, string>>>;
  readonly query: Part<S, 'query', Readonly<Record<string, string | readonly string[]>>>;
  /** Parsed JSON or form where the route has a body schema; bytes or a Readable where its `body` says so. */
  readonly body: Part<S, 'body', unknown>;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly caller: Caller;
  /** Address of the client (of the nearest untrusted hop where proxies are trusted). */
  readonly address: string;
  /** Base URL that the client used for this project, without a trailing slash. */
  readonly baseUrl: string;
  /** Aborts when the client goes away. */
  readonly signal: AbortSignal;
  readonly log: Logger;
}

/** What a handler answers. A string or bytes go out as they are; an object as JSON. */
export interface RouteReply {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string | readonly string[]>>;
  readonly body?: string | Uint8Array | Readable | object | null;
}

/**
 * One endpoint as data: the same object feeds the router, validation, rate limits and the reference
 * docs. `Service` is the object its handler works on.
 */
export interface Route<Service, S extends RouteSchemas = RouteSchemas> {
  /** Stable name, `<service>.<verb-noun>`: file name, log field, documentation anchor. */
  readonly id: string;
  readonly method: HttpMethod | readonly HttpMethod[];
  /** Below the service's prefix; `:name` is a parameter, a final `*` takes the rest. */
  readonly path: string;
  /** One sentence for the reference. */
  readonly summary: string;
  readonly access: Access;
  /**
   * How the body arrives: parsed (`json`: also accepts forms, default), as bytes (`raw`), or as a Readable that
   * nobody has touched or measured yet (`stream`): limits and timeouts are then the handler's.
   */
  readonly body?: 'json' | 'raw' | 'stream';
  readonly limit?: LimitClass;
  readonly input?: S;
  /** Response schemas by status; for the reference. */
  readonly output?: Readonly<Record<number, TSchema>>;
  /** Codes of the service's catalogue that this route can answer with; for the reference. */
  readonly errors?: readonly string[];
  /** A method, so that a table of routes with different inputs is one type. */
  handler(service: Service, request: RouteRequest<S>): Promise<RouteReply> | RouteReply;
}

/** Types a route by its schemas: `route<AuthService>()({ input: { body: … }, handler })`. */
export function route<Service>(): <const S extends RouteSchemas = RouteSchemas>(
  definition: Route<Service, S>,
) => Route<Service> {
  return (definition) => definition as unknown as Route<Service>;
}
