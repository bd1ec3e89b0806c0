import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { type AuthUser, ProjectAuthApi, type UserPage } from '../../api/project-auth.ts';
import { queries } from '../../api/queries.ts';
import { useApi } from '../../api/use-api.ts';

/** Users on a page of the list. */
export const perPage = 50;

export interface AuthAccess {
  /** Undefined until the project's address and key are known. */
  readonly auth: ProjectAuthApi | undefined;
  readonly error: unknown;
}

/** The Auth API of a project. */
export function useAuthApi(ref: string): AuthAccess {
  const api = useApi();
  const { data: project, error } = useQuery(queries.project(api, ref));
  const url = project?.url;
  const publishableKey = project?.publishableKey;
  const auth = useMemo(
    () =>
      url === undefined || publishableKey === undefined
        ? undefined
        : new ProjectAuthApi(api.client, { url, publishableKey }),
    [api, url, publishableKey],
  );
  return { auth, error };
}

/** A page of the users that match `search`. */
export function useUserPage(
  ref: string,
  auth: ProjectAuthApi | undefined,
  page: number,
  search: string,
): UseQueryResult<UserPage> {
  return useQuery({
    queryKey: ['project', ref, 'users', 'list', page, search],
    queryFn: () => required(auth).list(page, perPage, search),
    enabled: auth !== undefined,
    placeholderData: keepPreviousData,
  });
}

/** One user, with identities. */
export function useUser(
  ref: string,
  auth: ProjectAuthApi | undefined,
  id: string,
): UseQueryResult<AuthUser> {
  return useQuery({
    queryKey: ['project', ref, 'users', 'one', id],
    queryFn: () => required(auth).user(id),
    enabled: auth !== undefined,
  });
}

/** The API of a query that runs only when there is one. */
export function required(auth: ProjectAuthApi | undefined): ProjectAuthApi {
  if (auth === undefined) throw new Error('the project is not loaded');
  return auth;
}

/** What stands for a user in lists and questions. */
export const nameOf = (user: AuthUser): string =>
  user.email !== undefined && user.email !== ''
    ? user.email
    : user.phone !== undefined && user.phone !== ''
      ? user.phone
      : user.id;

/** The state of a user's account. */
export type UserState = 'active' | 'banned' | 'unconfirmed' | 'invited' | 'anonymous' | 'deleted';

/** `now` in milliseconds since 1970. */
export function stateOf(user: AuthUser, now: number): UserState {
  if (user.deleted_at) return 'deleted';
  if (user.banned_until && Date.parse(user.banned_until) > now) return 'banned';
  if (user.is_anonymous === true) return 'anonymous';
  if (user.email_confirmed_at || user.phone_confirmed_at) return 'active';
  return user.invited_at ? 'invited' : 'unconfirmed';
}
