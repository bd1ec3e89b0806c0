import {
  type HttpMethod,
  type Route,
  type RouteReply,
  type RouteRequest,
  type RouteSchemas,
  route,
} from '@plinth/kernel';
import {
  type Static,
  type TInteger,
  type TObject,
  type TSchema,
  type TString,
  Type,
} from 'typebox';
import { databaseFailure } from '../errors/database-failure.ts';
import {
  type MemberContext,
  memberContext,
  type ProjectContext,
  projectContext,
} from '../members/member-context.ts';
import type { Action } from '../members/permissions.ts';
import type { ConsoleService } from '../service.ts';

/** What all routes of the console say of themselves. */
interface Description<S extends RouteSchemas> {
  readonly id: string;
  readonly method: HttpMethod;
  readonly path: string;
  readonly summary: string;
  readonly input?: S;
  readonly errors?: readonly string[];
}

type Handler<Context, S extends RouteSchemas> = (
  service: ConsoleService,
  context: Context,
  request: RouteRequest<S>,
) => Promise<RouteReply>;

/** A route for whoever is a member. */
export function memberRoute<const S extends RouteSchemas = RouteSchemas>(
  description: Description<S> & { readonly handler: Handler<MemberContext, S> },
): Route<ConsoleService> {
  return route<ConsoleService>()<S>({
    ...description,
    access: 'member',
    errors: ['not_a_member', ...(description.errors ?? [])],
    handler: (service, request) =>
      withDatabaseFailures(async () => {
        const context = await memberContext(service.members, request as RouteRequest<never>);
        return description.handler(service, context, request);
      }),
  });
}

/** Paths below a project: `:ref` names it. */
export const projectParams: TObject<{ ref: TString }> = Type.Object({
  ref: Type.String({ minLength: 1, maxLength: 100 }),
});

/** Paths below a table: `:id` is its oid. */
export const tableParams: TObject<{ ref: TString; id: TInteger }> = Type.Object({
  ref: Type.String({ minLength: 1, maxLength: 100 }),
  id: Type.Integer({ minimum: 1, maximum: 4_294_967_295 }),
});

type ProjectSchemas = RouteSchemas & { readonly params: TSchema };

/** A route below /projects/:ref, for members whose role there allows `action`. */
export function projectRoute<const S extends ProjectSchemas>(
  description: Description<S> & {
    readonly input: S;
    readonly action: Action;
    readonly handler: Handler<ProjectContext, S>;
  },
): Route<ConsoleService> {
  const { action, handler, ...rest } = description;
  return route<ConsoleService>()<S>({
    ...rest,
    access: 'member',
    errors: ['not_a_member', 'project_not_found', 'role_required', ...(rest.errors ?? [])],
    handler: (service, request) =>
      withDatabaseFailures(async () => {
        const { ref } = request.params as Static<typeof projectParams>;
        const project = service.options.projects.get(ref);
        const context = await projectContext(
          service.members,
          project,
          request as RouteRequest<never>,
          action,
        );
        return handler(service, context, request);
      }),
  });
}

async function withDatabaseFailures(work: () => Promise<RouteReply>): Promise<RouteReply> {
  try {
    return await work();
  } catch (error) {
    throw databaseFailure(error);
  }
}
