import {
  AppError,
  type Caller,
  callerFromClaims,
  kernelError,
  type Logger,
  type Route,
  type ServiceDefinition,
} from '@plinth/kernel';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { passBodies, readBodies } from './body-parsers.ts';
import { GatewayRequest } from './gateway-request.ts';
import { isOwnMachine } from './own-machine.ts';
import type { RateLimiter } from './rate-limiter.ts';
import { sendReply } from './send-reply.ts';
import { validatorCompiler } from './validation.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The route takes the bytes of the body. */
    rawBody?: boolean;
  }
}

/** What the gateway needs to know to serve one service for all projects. */
export interface ServiceMount<Service> {
  readonly definition: ServiceDefinition<Service>;
  /** The service of the project that the request is for; throws where there is none. */
  readonly serviceOf: (request: FastifyRequest) => Service;
  /** Resolves who is asking; throws an AppError where the credential is bad. */
  readonly callerOf: (request: FastifyRequest) => Caller | Promise<Caller>;
  /** Base URL of the project as the client sees it. */
  readonly baseUrlOf: (request: FastifyRequest) => string;
  readonly limiterOf: (request: FastifyRequest) => RateLimiter | undefined;
  /** Throws where a request must not even be looked at. */
  readonly guard?: (request: FastifyRequest) => void;
  readonly logger: Logger;
}

/** The caller of `open` routes: nobody, whatever the request carries. */
const nobody = callerFromClaims('anonymous', {}, 'anon');

/** Serves a service's table of routes under its prefix, with its dialect for every failure. */
export function mountService<Service>(app: FastifyInstance, mount: ServiceMount<Service>): void {
  const { definition } = mount;
  app.register(
    async (scope) => {
      scope.setValidatorCompiler(validatorCompiler);
      scope.setErrorHandler((error: FastifyError, request, reply) =>
        sendFailure(mount, error, request, reply),
      );
      scope.setNotFoundHandler((request, reply) =>
        sendFailure(mount, kernelError('not_found'), request, reply),
      );
      const isStreamed = (route: Route<Service>): boolean => route.body === 'stream';
      scope.register(async (streams) => {
        passBodies(streams);
        for (const route of definition.routes.filter(isStreamed)) addRoute(streams, mount, route);
      });
      readBodies(scope);
      for (const route of definition.routes) if (!isStreamed(route)) addRoute(scope, mount, route);
    },
    { prefix: definition.prefix },
  );
}

function addRoute<Service>(
  scope: FastifyInstance,
  mount: ServiceMount<Service>,
  route: Route<Service>,
): void {
  const { definition, logger } = mount;
  const prefixLength = definition.prefix.length;
  const { params, query, body } = route.input ?? {};
  scope.route({
    method: typeof route.method === 'string' ? [route.method] : [...route.method],
    url: route.path,
    bodyLimit: definition.bodyLimit,
    config: { rawBody: route.body === 'raw' },
    schema: {
      ...(params !== undefined && { params }),
      ...(query !== undefined && { querystring: query }),
      ...(body !== undefined && { body }),
    },
    // The caller is known before the body is read: a stranger's upload is refused unread.
    onRequest: (request, _reply, done) => admit(mount, route, request, done),
    handler: async (fastify, reply) => {
      const request = new GatewayRequest({
        fastify,
        caller: fastify.plinthCaller ?? nobody,
        baseUrl: mount.baseUrlOf(fastify),
        prefixLength,
        log: logger,
      });
      try {
        return sendReply(reply, await route.handler(mount.serviceOf(fastify), request));
      } catch (error) {
        const failure = toAppError(mount, error, fastify);
        return sendReply(reply, definition.dialect.render(failure, request));
      }
    },
  });
}

/** Lets the request pass at once where its caller is known without waiting: a token that was verified before. */
function admit<Service>(
  mount: ServiceMount<Service>,
  route: Route<Service>,
  request: FastifyRequest,
  done: (error?: Error) => void,
): void {
  const pass = (caller: Caller): void => {
    checkAccess(caller, route);
    request.plinthCaller = caller;
  };
  try {
    mount.guard?.(request);
    limit(mount, route, request);
    const caller = route.access === 'open' ? nobody : mount.callerOf(request);
    if (caller instanceof Promise) {
      caller.then(pass).then(() => done(), done);
      return;
    }
    pass(caller);
  } catch (error) {
    done(error as Error);
    return;
  }
  done();
}

/** Throws where the caller may not use the route. */
function checkAccess(caller: Caller, route: Route<never>): void {
  if (isAdmitted(caller, route)) return;
  throw kernelError(caller.kind === 'anonymous' ? 'invalid_token' : 'forbidden', {
    message: accessMessages[route.access],
    details: { access: route.access },
  });
}

const accessMessages: Readonly<Record<Route<unknown>['access'], string>> = {
  open: '',
  key: '',
  user: 'This endpoint requires a valid Bearer token',
  service: 'User not allowed',
  member: 'Only members of the team may do this',
};

function isAdmitted(caller: Caller, { access }: Route<never>): boolean {
  if (access === 'user') return caller.userId !== undefined;
  if (access === 'service')
    return caller.role === 'service_role' || caller.role === 'supabase_admin';
  if (access === 'member') return caller.kind === 'member';
  return true;
}

function limit<Service>(
  mount: ServiceMount<Service>,
  route: Route<Service>,
  request: FastifyRequest,
): void {
  if (route.limit === undefined || isOwnMachine(request)) return;
  const wait = mount.limiterOf(request)?.take(route.limit, request.ip) ?? 0;
  if (wait === 0) return;
  throw kernelError('too_many_requests', { headers: { 'retry-after': String(wait) } });
}

function sendFailure<Service>(
  mount: ServiceMount<Service>,
  error: Error,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const failure = toAppError(mount, error, request);
  const seen = new GatewayRequest({
    fastify: request,
    caller: request.plinthCaller ?? nobody,
    baseUrl: '',
    prefixLength: mount.definition.prefix.length,
    log: mount.logger,
  });
  return sendReply(reply, mount.definition.dialect.render(failure, seen));
}

/** Fastify's own failures and defects as errors of the catalogue; a defect is logged with its stack. */
function toAppError<Service>(
  { logger, definition }: ServiceMount<Service>,
  error: unknown,
  request: FastifyRequest,
): AppError {
  const failure = error instanceof AppError ? error : fromFastify(error as FastifyError);
  if (failure.status >= 500 && failure.status !== 501) {
    logger.error(
      {
        service: definition.name,
        requestId: request.id,
        method: request.method,
        code: failure.code,
        err: failure.cause ?? failure,
      },
      'request failed',
    );
  }
  return failure;
}

function fromFastify(error: FastifyError): AppError {
  if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE') return kernelError('body_too_large');
  if (error.statusCode !== undefined && error.statusCode >= 400 && error.statusCode < 500) {
    return kernelError('invalid_request', { message: error.message, status: error.statusCode });
  }
  return kernelError('internal', { cause: error });
}
