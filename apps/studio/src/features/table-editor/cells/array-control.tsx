import { Plus, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { t } from '../../../lib/i18n/translate.ts';
import { Button } from '../../../ui/controls/button.tsx';
import { IconButton } from '../../../ui/controls/icon-button.tsx';
import { Input } from '../../../ui/controls/input.tsx';
import { formatArray, parseArray } from './array-literal.ts';
import type { FieldControlProps } from './field-control.tsx';

/** The elements of an array, a field for each. */
export function ArrayControl({
  column,
  value,
  onChange,
  placeholder,
  id,
  autoFocus,
  disabled,
  onKeyDown,
  ...rest
}: FieldControlProps & { readonly placeholder: string }): ReactNode {
  const elements = parseArray(value ?? '') ?? [];
  const set = (next: readonly (string | null)[]): void => onChange(formatArray(next));
  const label = rest['aria-label'] ?? column.name;
  return (
    <fieldset aria-label={label} className="rounded-control border border-line p-1">
      {elements.map((element, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: elements are nothing but their place
        <div key={index} className="flex items-center gap-1">
          <span className="w-6 shrink-0 text-right text-small text-ink-3">{index + 1}</span>
          <Input
            mono
            aria-label={t('field.element', { index: index + 1 })}
            {...(autoFocus === true && index === 0 && { autoFocus: true })}
            disabled={disabled}
            value={element ?? ''}
            placeholder={element === null ? t('cell.null') : ''}
            onChange={(event) => set(elements.with(index, event.target.value))}
            onKeyDown={onKeyDown}
            className="h-7! border-transparent! hover:border-line-strong!"
          />
          <IconButton
            size="small"
            label={t('field.removeElement', { index: index + 1 })}
            disabled={disabled}
            onClick={() => set(elements.toSpliced(index, 1))}
          >
            <X size={14} />
          </IconButton>
        </div>
      ))}
      <Button
        size="small"
        kind="quiet"
        icon={<Plus size={14} />}
        disabled={disabled}
        {...(id !== undefined && { id })}
        {...(autoFocus === true && elements.length === 0 && { autoFocus: true })}
        onClick={() => set([...elements, ''])}
      >
        {value === undefined || value === null
          ? `${t('field.addElement')} (${placeholder || t('cell.null')})`
          : t('field.addElement')}
      </Button>
    </fieldset>
  );
}
