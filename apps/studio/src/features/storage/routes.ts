import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { projectRoute } from '../../app/routes/project-route.ts';
import { textOf } from '../../lib/text/search-params.ts';

type Search = Record<string, unknown>;

/** `/project/<ref>/storage`: the buckets; `?create=bucket` opens the form. */
export const storageRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: '/storage',
  validateSearch: (search: Search): { create?: 'bucket' | undefined } =>
    search.create === 'bucket' ? { create: 'bucket' } : {},
  component: lazyRouteComponent(() => import('./storage-layout.tsx'), 'StorageLayout'),
});

/** No bucket chosen yet. */
export const storageIndexRoute = createRoute({
  getParentRoute: () => storageRoute,
  path: '/',
  component: lazyRouteComponent(() => import('./storage-index-page.tsx'), 'StorageIndexPage'),
});

/** The orders that a bucket can be listed in. */
export const sortColumns = ['name', 'updated_at', 'created_at'] as const;

export interface BucketSearch {
  /** The folder, without a slash at its end; absent: the top of the bucket. */
  readonly path?: string | undefined;
  readonly view?: 'grid' | undefined;
  /** `updated_at:desc`; absent: by name. */
  readonly sort?: string | undefined;
  readonly search?: string | undefined;
  /** `all`: the search looks into every folder. */
  readonly scope?: 'all' | undefined;
  /** Full name of the file whose detail is open. */
  readonly file?: string | undefined;
  readonly panel?: 'settings' | 'policies' | undefined;
}

/** `/project/<ref>/storage/<bucket>`: the files of a bucket. */
export const bucketRoute = createRoute({
  getParentRoute: () => storageRoute,
  path: '/$bucket',
  validateSearch: (search: Search): BucketSearch => {
    const path = textOf(search.path)?.replace(/^\/+|\/+$/g, '');
    const sort = textOf(search.sort);
    const words = textOf(search.search);
    const file = textOf(search.file);
    const { panel } = search;
    return {
      ...(path !== undefined && path !== '' && { path }),
      ...(search.view === 'grid' && { view: 'grid' as const }),
      ...(sort !== undefined && { sort }),
      ...(words !== undefined && words !== '' && { search: words }),
      ...(search.scope === 'all' && { scope: 'all' as const }),
      ...(file !== undefined && file !== '' && { file }),
      ...((panel === 'settings' || panel === 'policies') && { panel }),
    };
  },
  component: lazyRouteComponent(() => import('./bucket-page.tsx'), 'BucketPage'),
});
