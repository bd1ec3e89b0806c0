import { useParams, useSearch } from '@tanstack/react-router';

/** The schema in use: that of the table on the screen, else the one in the URL, else `public`. */
export function useSchema(): string {
  const params = useParams({ strict: false });
  const search = useSearch({ strict: false });
  return params.schema ?? search.schema ?? 'public';
}
