import { History, Play, Square } from 'lucide-react';
import type { ReactNode } from 'react';
import { t } from '../../lib/i18n/translate.ts';
import { Button } from '../../ui/controls/button.tsx';
import { IconButton } from '../../ui/controls/icon-button.tsx';
import { Input, Select } from '../../ui/controls/input.tsx';
import { Kbd } from '../../ui/controls/kbd.tsx';
import { roles, type SqlDraft } from './drafts/draft-store.ts';
import type { RunState } from './results/use-run.ts';

/** As whom, and go. */
export function SqlToolbar({
  draft,
  state,
  onChange,
  onHistory,
  onRun,
  onCancel,
}: {
  readonly draft: SqlDraft;
  readonly state: RunState;
  readonly onChange: (change: Partial<SqlDraft>) => void;
  readonly onHistory: () => void;
  readonly onRun: () => void;
  readonly onCancel: () => void;
}): ReactNode {
  return (
    <div className="flex shrink-0 items-center gap-2 px-2 py-1.5 max-md:[&>:last-child]:ml-auto">
      <IconButton label={t('sql.history')} keys="alt+h" onClick={onHistory}>
        <History size={16} />
      </IconButton>
      <Select
        aria-label={t('sql.role')}
        title={t('sql.roleHint')}
        value={draft.role}
        onChange={(event) => {
          const role = roles.find((one) => one === event.target.value);
          if (role !== undefined) onChange({ role });
        }}
      >
        {roles.map((role) => (
          <option key={role} value={role}>
            {role}
          </option>
        ))}
      </Select>
      {draft.role === 'authenticated' && (
        <Input
          mono
          aria-label={t('sql.userId')}
          placeholder={t('sql.userId')}
          title={t('sql.userIdHint')}
          value={draft.userId}
          onChange={(event) => onChange({ userId: event.target.value.trim() })}
          className="w-40! max-md:w-28!"
        />
      )}
      {state.since === null ? (
        <Button kind="primary" icon={<Play size={14} />} onClick={onRun} className="max-md:h-10">
          {t('sql.run')}
          <span className="max-md:hidden [&_span]:border-transparent [&_span]:bg-transparent [&_span]:text-on-verdigris">
            <Kbd keys="mod+Enter" />
          </span>
        </Button>
      ) : (
        <Button
          icon={<Square size={13} />}
          busy={state.cancelling}
          onClick={onCancel}
          className="max-md:h-10"
        >
          {t('sql.cancel')}
        </Button>
      )}
    </div>
  );
}
