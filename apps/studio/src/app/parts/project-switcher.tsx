import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { ChevronsUpDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { queries } from '../../api/queries.ts';
import { useApi } from '../../api/use-api.ts';
import { t } from '../../lib/i18n/translate.ts';
import { Menu, MenuChoice } from '../../ui/overlays/menu.tsx';

/** The server and the project in use; a list where there are several. */
export function ProjectSwitcher(): ReactNode {
  const { ref } = useParams({ from: '/project/$ref' });
  const api = useApi();
  const navigate = useNavigate();
  const { data: projects } = useQuery(queries.projects(api));
  const name = projects?.find((project) => project.ref === ref)?.name ?? ref;
  return (
    <div className="flex min-w-0 items-center gap-1">
      <span className="text-ink-3 max-md:hidden">{location.host}</span>
      <span aria-hidden="true" className="px-1 text-ink-3 max-md:hidden">
        /
      </span>
      {projects !== undefined && projects.length > 1 ? (
        <Menu
          trigger={
            <button
              type="button"
              aria-label={t('project.switch', { name })}
              className="flex h-7 min-w-0 items-center gap-1 rounded-control px-2 font-medium hover:bg-stone-2"
            >
              <span className="truncate">{name}</span>
              <ChevronsUpDown size={14} className="shrink-0 text-ink-3" />
            </button>
          }
        >
          <MenuChoice
            label={t('project.list')}
            value={ref}
            options={projects.map((project) => ({ value: project.ref, label: project.name }))}
            onChange={(next) => void navigate({ to: '/project/$ref', params: { ref: next } })}
          />
        </Menu>
      ) : (
        <span className="truncate px-1 font-medium text-ink">{name}</span>
      )}
    </div>
  );
}
