import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { projectRoute } from '../../app/routes/project-route.ts';
import { textOf } from '../../lib/text/search-params.ts';

export interface SqlSearch {
  readonly tab?: string | undefined;
  /** A script that another page hands over: it is opened in a new tab. */
  readonly sql?: string | undefined;
}

/** `/project/<ref>/sql?tab=<id>`, or `?sql=<script>` */
export const sqlRoute = createRoute({
  getParentRoute: () => projectRoute,
  path: '/sql',
  validateSearch: (search: Record<string, unknown>): SqlSearch => {
    const tab = textOf(search.tab);
    const sql = textOf(search.sql);
    return { ...(tab !== undefined && { tab }), ...(sql !== undefined && { sql }) };
  },
  component: lazyRouteComponent(() => import('./sql-page.tsx'), 'SqlPage'),
});
