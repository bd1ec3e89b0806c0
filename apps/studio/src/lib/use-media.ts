import { useSyncExternalStore } from 'react';

function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (listener) => {
      const media = matchMedia(query);
      media.addEventListener('change', listener);
      return () => media.removeEventListener('change', listener);
    },
    () => matchMedia(query).matches,
  );
}

/** True on a telephone: navigation becomes a sheet, tables become rows of two columns. */
export const useIsNarrow = (): boolean => useMedia('(max-width: 719px)');

/** True where there is no room for a list pane beside the content. */
export const useIsMedium = (): boolean => useMedia('(max-width: 1023px)');
