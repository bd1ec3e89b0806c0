import type { SqlResult } from '@plinth/console/api';
import { ClipboardCopy } from 'lucide-react';
import type { ReactNode } from 'react';
import { copyText } from '../../../lib/browser.ts';
import { t } from '../../../lib/i18n/translate.ts';
import { IconButton } from '../../../ui/controls/icon-button.tsx';
import { Menu, MenuItem } from '../../../ui/overlays/menu.tsx';
import { announce } from '../../../ui/overlays/toasts.tsx';
import { asCsv, asJson, asMarkdown } from './result-text.ts';

/** Copies all rows of a result, as other programs take them. */
export function CopyResult({ result }: { readonly result: SqlResult }): ReactNode {
  const copy = (text: string): void => {
    void copyText(text).then((done) =>
      announce(
        done
          ? { kind: 'success', title: t('sql.rowsCopied', { count: result.rows.length }) }
          : { kind: 'danger', title: t('copy.refused') },
      ),
    );
  };
  return (
    <Menu
      align="end"
      trigger={
        <IconButton label={t('sql.copyRows')} className="self-center">
          <ClipboardCopy size={15} />
        </IconButton>
      }
    >
      <MenuItem onSelect={() => copy(asCsv(result))}>{t('sql.asCsv')}</MenuItem>
      <MenuItem onSelect={() => copy(asJson(result))}>{t('sql.asJson')}</MenuItem>
      <MenuItem onSelect={() => copy(asMarkdown(result))}>{t('sql.asMarkdown')}</MenuItem>
    </Menu>
  );
}
