import { useEffect } from 'react';

/** Names the browser's tab after the page: the thing, where it is, and Plinth. */
export function useDocumentTitle(...parts: readonly (string | undefined)[]): void {
  const title = [...parts.filter(Boolean), 'Plinth'].join(' · ');
  useEffect(() => {
    document.title = title;
  }, [title]);
}
