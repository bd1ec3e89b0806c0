import type { IncomingMessage } from 'node:http';
import { authDefinition, type Inbox, inboxDefinition } from '@plinth/auth';
import { type ConsoleService, consoleDefinition } from '@plinth/console';
import { dataDefinition } from '@plinth/data';
import { kernelError, type Logger } from '@plinth/kernel';
import { sql } from '@plinth/postgres';
import { type RealtimeService, realtimeDefinition } from '@plinth/realtime';
import { storageDefinition } from '@plinth/storage';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { MemberCallers } from '../projects/member-callers.ts';
import type { Project } from '../projects/project.ts';
import type { ProjectRegistry } from '../projects/registry.ts';
import { version } from '../version.ts';
import { createApp } from './create-app.ts';
import { addHealthRoute } from './health.ts';
import { mountService, type ServiceMount } from './mount-service.ts';
import { isOwnMachine } from './own-machine.ts';
import { projectPrefix, projectRef, routeByPrefix } from './project-routing.ts';
import type { PublicUrl } from './public-url.ts';
import { addStudioFiles } from './studio-files.ts';
import { takeUpgrades } from './take-upgrades.ts';

/** Every service that may be mounted. */
const definitions = [
  authDefinition,
  dataDefinition,
  storageDefinition,
  realtimeDefinition,
  consoleDefinition,
  inboxDefinition,
];

/** What a gateway serves. */
export interface GatewayParts {
  readonly registry: ProjectRegistry;
  readonly control: Project;
  readonly console: ConsoleService;
  /** Absent where mails go to a mail server. */
  readonly inbox: Inbox | undefined;
  readonly publicUrl: PublicUrl;
  readonly trustProxy: boolean;
  /** `api.external_url`; empty where none is set. */
  readonly externalUrl: string;
  readonly studioFolder: string;
  readonly logger: Logger;
}

/** The HTTP application with every service mounted under its prefix. */
export function createGateway(parts: GatewayParts): FastifyInstance {
  const { logger, trustProxy } = parts;
  const app = createApp({
    logger,
    trustProxy,
    services: definitions,
    rewriteUrl: routeByPrefix,
  });
  mountProjectServices(app, parts);
  mountConsole(app, parts);
  mountInbox(app, parts);
  addHealthRoute(app, {
    version,
    askDatabase: () => parts.registry.default.databases.as('supabase_admin').query(sql`select 1`),
  });
  addStudioFiles(app, {
    folder: parts.studioFolder,
    apiOrigin: parts.externalUrl === '' ? '' : new URL(parts.externalUrl).origin,
    publicKey: parts.control.keys.publishableKey,
  });
  return app;
}

/** What every service of a project is mounted with. */
function projectMount({ registry, publicUrl, logger }: GatewayParts) {
  const projectOf = (request: FastifyRequest): Project => registry.get(projectRef(request.raw));
  return {
    projectOf,
    shared: {
      callerOf: (request) => projectOf(request).callers.resolve(request.headers, request.url),
      baseUrlOf: (request) => `${publicUrl.of(request.headers)}${projectPrefix(request.raw)}`,
      limiterOf: (request) => projectOf(request).limiter,
      logger,
    } satisfies Partial<ServiceMount<unknown>>,
  };
}

function mountProjectServices(app: FastifyInstance, parts: GatewayParts): void {
  const { projectOf, shared } = projectMount(parts);
  mountService(app, {
    ...shared,
    definition: authDefinition,
    serviceOf: (request) => projectOf(request).auth,
  });
  mountService(app, {
    ...shared,
    definition: dataDefinition,
    serviceOf: (request) => projectOf(request).data ?? missing('Data API'),
  });
  mountService(app, {
    ...shared,
    definition: storageDefinition,
    serviceOf: (request) => projectOf(request).storage ?? missing('Storage API'),
  });
  mountRealtime(app, parts);
}

/** Realtime has calls like every service, and sockets beside them. */
function mountRealtime(app: FastifyInstance, parts: GatewayParts): void {
  const { registry, logger, trustProxy } = parts;
  const realtimeOf = (message: IncomingMessage): RealtimeService =>
    registry.get(projectRef(message)).realtime ?? missing('Realtime');
  mountService(app, {
    ...projectMount(parts).shared,
    definition: realtimeDefinition,
    serviceOf: (request) => realtimeOf(request.raw),
  });
  takeUpgrades(app, {
    definition: realtimeDefinition,
    serviceOf: realtimeOf,
    services: () => registry.all().flatMap(({ realtime }) => realtime ?? []),
    logger,
    trustProxy,
  });
}

/** The console answers only under names that are this server's. */
function mountConsole(app: FastifyInstance, parts: GatewayParts): void {
  const { control, publicUrl, logger } = parts;
  mountService(app, {
    definition: consoleDefinition,
    serviceOf: () => parts.console,
    callerOf: async (request) =>
      MemberCallers.ofConsole(await control.callers.resolve(request.headers, request.url)),
    baseUrlOf: (request) => publicUrl.of(request.headers),
    limiterOf: () => control.limiter,
    guard: (request) => refuseForeignHost(publicUrl, request),
    logger,
  });
}

/** The inbox holds sign-in links: it is for whoever sits at this machine, and nobody else. */
function mountInbox(app: FastifyInstance, parts: GatewayParts): void {
  const { inbox, publicUrl } = parts;
  if (inbox === undefined) return;
  mountService(app, {
    ...projectMount(parts).shared,
    definition: inboxDefinition,
    serviceOf: () => inbox,
    guard: (request) => {
      refuseForeignHost(publicUrl, request);
      if (isOwnMachine(request)) return;
      throw kernelError('forbidden', {
        message: 'The inbox answers on this machine only. Set auth.email.smtp to send real mails.',
      });
    },
  });
}

function refuseForeignHost(publicUrl: PublicUrl, { headers }: FastifyRequest): void {
  if (publicUrl.isKnownHost(headers)) return;
  throw kernelError('forbidden', {
    message: `This server does not know itself as ${headers.host ?? ''}. Set api.external_url to the URL it is reached under.`,
  });
}

function missing(what: string): never {
  throw kernelError('project_not_found', { message: `This project has no ${what}` });
}
