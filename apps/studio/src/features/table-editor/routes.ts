import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { projectRoute } from '../../app/routes/project-route.ts';
import { listOf, textOf } from '../../lib/text/search-params.ts';

type Search = Record<string, unknown>;

/** `/project/<ref>/table`: the list of tables; `?schema=` names the schema, `?create=table` opens the form. */
export const tablesRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: '/table',
  validateSearch: (search: Search): { schema?: string; create?: 'table' } => {
    const schema = textOf(search.schema);
    return {
      ...(schema !== undefined && { schema }),
      ...(search.create === 'table' && { create: 'table' as const }),
    };
  },
  component: lazyRouteComponent(() => import('./tables-layout.tsx'), 'TablesLayout'),
});

/** No table chosen yet. */
export const tablesIndexRoute = createRoute({
  getParentRoute: () => tablesRoute,
  path: '/',
  component: lazyRouteComponent(() => import('./tables-index-page.tsx'), 'TablesIndexPage'),
});

export interface TableSearch {
  /** `column:operator:value`, each parameter one filter. */
  readonly filter?: readonly string[] | undefined;
  /** `column:desc,other` */
  readonly sort?: string | undefined;
  /** The row whose detail is open: `id:42`. */
  readonly row?: string | undefined;
  readonly panel?: 'new-row' | 'definition' | undefined;
}

/** `/project/<ref>/table/<schema>/<table>`: the rows of a table. */
export const tableRoute = createRoute({
  getParentRoute: () => tablesRoute,
  path: '/$schema/$table',
  validateSearch: (search: Search): TableSearch => {
    const filter = listOf(search.filter);
    const sort = textOf(search.sort);
    const row = textOf(search.row);
    const panel = search.panel;
    return {
      ...(filter.length > 0 && { filter }),
      ...(sort !== undefined && { sort }),
      ...(row !== undefined && { row }),
      ...((panel === 'new-row' || panel === 'definition') && { panel }),
    };
  },
  component: lazyRouteComponent(() => import('./table-page.tsx'), 'TablePage'),
});
