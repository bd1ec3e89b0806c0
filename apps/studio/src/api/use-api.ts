import { createContext, useContext } from 'react';
import type { Api } from './api.ts';
import type { ProjectApi } from './console.ts';

/** Carries the API to the pages. */
export const ApiContext: React.Context<Api | null> = createContext<Api | null>(null);

/** The API of this page. */
export function useApi(): Api {
  const api = useContext(ApiContext);
  if (api === null) throw new Error('useApi outside of ApiContext');
  return api;
}

/** The calls about one project. */
export const useProjectApi = (ref: string): ProjectApi => useApi().console.project(ref);
