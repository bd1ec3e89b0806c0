import { CircleAlert, Undo2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { t } from '../../../lib/i18n/translate.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { IconButton } from '../../../ui/controls/icon-button.tsx';
import { Sheet } from '../../../ui/overlays/sheet.tsx';
import { dropRow, type RowEdits, stageCell } from './staged-edits.ts';
import type { Edits } from './use-edits.ts';

/** Every staged change: what was there and what will be. */
export function ReviewSheet({
  edits,
  onClose,
}: {
  readonly edits: Edits;
  readonly onClose: () => void;
}): ReactNode {
  const rows = Object.entries(edits.edits);
  return (
    <Sheet
      open
      name="review"
      title={t('edits.reviewTitle')}
      onClose={onClose}
      footer={
        <>
          <Button
            onClick={() => {
              edits.discard();
              onClose();
            }}
          >
            {t('edits.discard')}
          </Button>
          <Button kind="primary" busy={edits.saving} onClick={edits.save}>
            {t('edits.save')}
          </Button>
        </>
      }
    >
      {rows.length === 0 && <p className="p-4 text-ink-3">{t('edits.none')}</p>}
      <ul>
        {rows.map(([id, row]) => (
          <li key={id} className="border-b border-line px-4 py-3">
            <RowDiff id={id} row={row} edits={edits} />
          </li>
        ))}
      </ul>
    </Sheet>
  );
}

function RowDiff({
  id,
  row,
  edits,
}: {
  readonly id: string;
  readonly row: RowEdits;
  readonly edits: Edits;
}): ReactNode {
  return (
    <>
      <div className="flex items-center gap-2">
        <h3 className="data min-w-0 flex-1 truncate font-medium text-ink">{id}</h3>
        <IconButton
          size="small"
          label={t('edits.revertRow', { row: id })}
          onClick={() => edits.store.apply((all) => dropRow(all, id))}
        >
          <Undo2 size={14} />
        </IconButton>
      </div>
      {row.problem !== undefined && (
        <div className="mt-1 rounded-control border border-danger/35 bg-danger-wash px-2 py-1.5">
          <p className="flex gap-1.5 text-ink">
            <CircleAlert size={15} className="mt-0.5 shrink-0 text-danger" />
            {row.problem.message}
          </p>
          {row.problem.conflict && (
            <div className="mt-1.5 flex flex-wrap gap-2">
              <Button size="small" onClick={() => edits.takeTheirs(id)}>
                {t('edits.takeTheirs')}
              </Button>
              <Button size="small" onClick={() => edits.keepMine(id)}>
                {t('edits.keepMine')}
              </Button>
            </div>
          )}
        </div>
      )}
      <dl className="mt-1">
        {Object.entries(row.cells).map(([column, { before, after }]) => (
          <div key={column} className="group grid grid-cols-[120px_minmax(0,1fr)] gap-2 py-1">
            <dt className="truncate text-ink-3">{column}</dt>
            <dd className="flex min-w-0 gap-2">
              <div className="min-w-0 flex-1">
                <Value value={before} sign="−" className="text-danger line-through decoration-1" />
                <Value value={after} sign="+" className="text-success" />
              </div>
              <IconButton
                size="small"
                label={t('edits.revertCell', { column })}
                onClick={() =>
                  edits.store.apply((all) => stageCell(all, row.key, column, before, before))
                }
              >
                <Undo2 size={13} />
              </IconButton>
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}

const Value = ({
  value,
  sign,
  className,
}: {
  readonly value: string | null;
  readonly sign: string;
  readonly className: string;
}): ReactNode => (
  <div className="data flex gap-1.5">
    <span aria-hidden="true" className="text-ink-3">
      {sign}
    </span>
    <span className={`line-clamp-4 min-w-0 break-words ${className}`}>
      {value === null ? 'NULL' : value === '' ? t('cell.empty') : value}
    </span>
  </div>
);
