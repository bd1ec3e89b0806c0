import type { ReactNode } from 'react';
import { t } from '../../../lib/i18n/translate.ts';
import { prettyJson } from '../../../lib/text/json-layout.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { CodeBlock } from '../../../ui/layout/code-block.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';

/** One value, whole. */
export function ValueDialog({
  name,
  type,
  value,
  fullLength,
  onClose,
}: {
  readonly name: string;
  readonly type: string;
  readonly value: string | null;
  /** In characters, where the value came cut. */
  readonly fullLength: number | undefined;
  readonly onClose: () => void;
}): ReactNode {
  const shown = value === null ? 'NULL' : /^jsonb?$/.test(type) ? prettyJson(value) : value;
  return (
    <Dialog
      open
      onClose={onClose}
      title={name}
      description={type}
      className="w-[min(720px,calc(100vw-24px))]"
      actions={<Button onClick={onClose}>{t('action.close')}</Button>}
    >
      {value !== null && fullLength !== undefined && (
        <p className="mt-2 text-warning">
          {t('sql.cut', { shown: value.length, full: fullLength })}
        </p>
      )}
      <div className="mt-3">
        <CodeBlock code={shown} label={name} wrap />
      </div>
    </Dialog>
  );
}
