import { AppError, type Caller, callerFromClaims, type RouteRequest } from '@plinth/kernel';
import type { StorageCore } from '../core.ts';

const nobody = callerFromClaims('anonymous', {}, 'anon');

/**
 * Who asks, on routes that strangers may use too: a credential that is not valid counts as none, so that an expired
 * session still sees public files.
 */
export async function callerOf({ callers }: StorageCore, request: RouteRequest): Promise<Caller> {
  try {
    return await callers.resolve(request.headers as Record<string, string | string[]>, '');
  } catch (error) {
    if (error instanceof AppError) return nobody;
    throw error;
  }
}
