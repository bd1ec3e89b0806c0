import { useQueries, useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { LogOut, MoonStar, Plus, RadioTower, Table2, UserPlus } from 'lucide-react';
import { Dialog as Radix } from 'radix-ui';
import { type ReactNode, useId } from 'react';
import { queries } from '../../api/queries.ts';
import { useApi } from '../../api/use-api.ts';
import { t } from '../../lib/i18n/translate.ts';
import { setPreferences } from '../../lib/state/preferences.ts';
import { Veil } from '../../ui/overlays/dialog.tsx';
import { type ListOption, OptionList } from '../../ui/overlays/option-list.tsx';
import { floatClass } from '../../ui/overlays/popover.tsx';
import { areas } from '../areas.ts';
import { useSignOut } from './use-sign-out.ts';

interface Command extends ListOption {
  readonly run: () => void;
}

/** Everything in reach of a few letters: areas, tables, actions. */
export function CommandPalette({ onClose }: { readonly onClose: () => void }): ReactNode {
  const id = useId();
  const commands = useCommands();
  return (
    <Radix.Root open onOpenChange={(next) => !next && onClose()}>
      <Radix.Portal>
        <Veil />
        <Radix.Content
          data-modal
          aria-modal="true"
          aria-describedby={undefined}
          className={`${floatClass} fixed left-1/2 top-[14vh] flex max-h-[60vh] w-[min(600px,calc(100vw-24px))] -translate-x-1/2 flex-col max-md:top-6`}
        >
          <Radix.Title className="sr-only">{t('palette.open')}</Radix.Title>
          <OptionList
            id={id}
            label={t('palette.open')}
            options={commands}
            placeholder={t('palette.placeholder')}
            empty={t('palette.nothing')}
            inputClass="h-11 text-lead"
            onChoose={(command) => {
              onClose();
              command.run();
            }}
          />
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

function useCommands(): readonly Command[] {
  const { ref } = useParams({ from: '/project/$ref' });
  const navigate = useNavigate();
  return [
    ...areas.map((area) => ({
      value: area.id,
      label: t(area.label),
      group: t('palette.go'),
      icon: <area.icon size={16} />,
      run: () => void navigate({ to: area.to, params: { ref } }),
    })),
    ...useTableCommands(ref),
    ...useActionCommands(ref),
  ];
}

function useTableCommands(ref: string): readonly Command[] {
  const api = useApi();
  const navigate = useNavigate();
  const { data: schemas = [] } = useQuery(queries.schemas(api, ref));
  const lists = useQueries({
    queries: schemas
      .filter((schema) => !schema.system && schema.tableCount > 0)
      .map((schema) => queries.tables(api, ref, schema.name)),
  });
  return lists
    .flatMap((list) => list.data ?? [])
    .map((table) => ({
      value: `table ${table.id}`,
      label: table.name,
      hint: table.schema === 'public' ? '' : table.schema,
      group: t('palette.tables'),
      icon: <Table2 size={16} />,
      run: () =>
        void navigate({
          to: '/project/$ref/table/$schema/$table',
          params: { ref, schema: table.schema, table: table.name },
        }),
    }));
}

function useActionCommands(ref: string): readonly Command[] {
  const navigate = useNavigate();
  const signOut = useSignOut();
  const group = t('palette.actions');
  return [
    {
      value: 'new table',
      label: t('tables.new'),
      group,
      icon: <Plus size={16} />,
      run: () =>
        void navigate({ to: '/project/$ref/table', params: { ref }, search: { create: 'table' } }),
    },
    {
      value: 'new user',
      label: t('users.new'),
      group,
      icon: <UserPlus size={16} />,
      run: () =>
        void navigate({
          to: '/project/$ref/auth/users',
          params: { ref },
          search: { create: 'user' },
        }),
    },
    {
      value: 'listen',
      label: t('realtime.listen'),
      group,
      keywords: 'realtime channel broadcast presence websocket',
      icon: <RadioTower size={16} />,
      run: () => void navigate({ to: '/project/$ref/realtime/topic', params: { ref } }),
    },
    ...(['system', 'light', 'dark'] as const).map((theme) => ({
      value: `theme ${theme}`,
      label: t('palette.theme', { theme: t(`theme.${theme}`) }),
      group,
      keywords: 'appearance colour color mode',
      icon: <MoonStar size={16} />,
      run: () => setPreferences({ theme }),
    })),
    {
      value: 'sign out',
      label: t('member.signOut'),
      group,
      keywords: 'logout',
      icon: <LogOut size={16} />,
      run: signOut,
    },
  ];
}
