import { useMutation } from '@tanstack/react-query';
import { ExternalLink } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import type { ImageSize } from '../../../api/project-storage.ts';
import { now } from '../../../lib/browser.ts';
import { t } from '../../../lib/i18n/translate.ts';
import { formatExact } from '../../../lib/text/format.ts';
import { buttonClass } from '../../../ui/controls/button.tsx';
import { CheckboxLine } from '../../../ui/controls/checkbox.tsx';
import { Field } from '../../../ui/controls/field.tsx';
import { Input, Select } from '../../../ui/controls/input.tsx';
import { CodeBlock } from '../../../ui/layout/code-block.tsx';
import { ErrorNote } from '../../../ui/layout/error-note.tsx';
import { FormDialog } from '../../../ui/overlays/form-dialog.tsx';
import { lastPart } from '../browse/entries.ts';
import { isResizable } from '../browse/file-kind.ts';
import { present, useStorage } from '../data/use-storage.ts';

/** Seconds that a URL can live. */
const lives = [300, 3600, 86_400, 604_800, 2_592_000, 31_536_000] as const;
type Life = (typeof lives)[number];

interface FormState {
  readonly life: Life;
  readonly asDownload: boolean;
  readonly fileName: string;
  readonly width: string;
  readonly height: string;
}

/** Makes a URL by which whoever has it reads one file for a while. */
export function SignDialog({
  projectRef,
  bucket,
  fileKey,
  type,
  onClose,
}: {
  readonly projectRef: string;
  readonly bucket: string;
  readonly fileKey: string;
  readonly type: string;
  readonly onClose: () => void;
}): ReactNode {
  const { storage } = useStorage(projectRef);
  const [state, setState] = useState<FormState>({
    life: 3600,
    asDownload: false,
    fileName: lastPart(fileKey),
    width: '',
    height: '',
  });
  const change = (next: Partial<FormState>): void => {
    setState((current) => ({ ...current, ...next }));
    sign.reset();
  };
  const sign = useMutation({
    mutationFn: async () => {
      const url = await present(storage).sign(bucket, fileKey, state.life, sizeOf(state));
      const name = encodeURIComponent(state.fileName);
      return {
        url: state.asDownload ? `${url}&download=${name}` : url,
        until: now() + state.life * 1000,
      };
    },
  });
  return (
    <FormDialog
      title={t('storage.signTitle', { name: lastPart(fileKey) })}
      description={t('storage.signText')}
      submit={t('storage.signCreate')}
      cancel={t('action.close')}
      busy={sign.isPending}
      onSubmit={() => sign.mutate()}
      onClose={onClose}
    >
      <Field label={t('storage.signLife')}>
        {(control) => (
          <Select
            className="w-full"
            autoFocus
            value={String(state.life)}
            onChange={(event) =>
              change({ life: lives.find((one) => String(one) === event.target.value) ?? 3600 })
            }
            {...control}
          >
            {lives.map((life) => (
              <option key={life} value={life}>
                {t(`storage.life.${life}`)}
              </option>
            ))}
          </Select>
        )}
      </Field>
      {isResizable(type) && <SizeFields state={state} onChange={change} />}
      <CheckboxLine
        label={t('storage.signDownload')}
        checked={state.asDownload}
        onChange={(event) => change({ asDownload: event.target.checked })}
      />
      {state.asDownload && (
        <Field label={t('storage.signName')}>
          {(control) => (
            <Input
              value={state.fileName}
              onChange={(event) => change({ fileName: event.target.value })}
              {...control}
            />
          )}
        </Field>
      )}
      {sign.error !== null && <ErrorNote title={t('storage.notSigned')} error={sign.error} />}
      {sign.data !== undefined && (
        <div>
          <p className="mb-1 text-ink-2">
            {t('storage.signUntil', { time: formatExact(sign.data.until) })}
          </p>
          <CodeBlock wrap label={t('storage.signedUrl')} code={sign.data.url} />
          <a
            href={sign.data.url}
            target="_blank"
            rel="noreferrer"
            className={`${buttonClass('plain', 'small')} mt-2`}
          >
            <ExternalLink size={14} />
            {t('storage.openUrl')}
          </a>
        </div>
      )}
    </FormDialog>
  );
}

function SizeFields({
  state,
  onChange,
}: {
  readonly state: FormState;
  readonly onChange: (change: Partial<FormState>) => void;
}): ReactNode {
  const field = (name: 'width' | 'height'): ReactNode => (
    <Field label={t(`storage.${name}`)} className="flex-1">
      {(control) => (
        <Input
          type="number"
          min={1}
          max={2000}
          placeholder={t('storage.original')}
          value={state[name]}
          onChange={(event) => onChange({ [name]: event.target.value })}
          {...control}
        />
      )}
    </Field>
  );
  return (
    <div className="flex gap-3">
      {field('width')}
      {field('height')}
    </div>
  );
}

function sizeOf({ width, height }: FormState): ImageSize | undefined {
  if (width === '' && height === '') return undefined;
  return {
    ...(width !== '' && { width: Number(width) }),
    ...(height !== '' && { height: Number(height) }),
    resize: 'contain',
  };
}
