import type { ReactNode } from 'react';
import type { ObjectInfo, StorageBucket } from '../../../api/project-storage.ts';
import { t } from '../../../lib/i18n/translate.ts';
import { formatBytes } from '../../../lib/text/format.ts';
import { ErrorNote } from '../../../ui/layout/error-note.tsx';
import { lastPart } from '../browse/entries.ts';
import { FileIcon } from '../browse/file-icon.tsx';
import { type Preview as Shown, shownText, usePreview } from './use-preview.ts';

/** A file as it looks or sounds. */
export function Preview({
  projectRef,
  bucket,
  info,
}: {
  readonly projectRef: string;
  readonly bucket: StorageBucket;
  readonly info: ObjectInfo;
}): ReactNode {
  const { preview, error, retry } = usePreview(projectRef, bucket, info);
  const name = lastPart(info.name);
  if (error !== null && preview === undefined)
    return (
      <div className="border-b border-line p-4">
        <ErrorNote title={t('storage.previewFailed')} error={error} onRetry={retry} />
      </div>
    );
  return (
    <section
      aria-label={t('storage.preview')}
      className="grid min-h-40 place-items-center overflow-hidden border-b border-line bg-stone-2"
    >
      {preview === undefined ? (
        <span className="skeleton h-56 w-full rounded-none" />
      ) : (
        <Content preview={preview} info={info} name={name} />
      )}
    </section>
  );
}

function Content({
  preview,
  info,
  name,
}: {
  readonly preview: Shown;
  readonly info: ObjectInfo;
  readonly name: string;
}): ReactNode {
  switch (preview.kind) {
    case 'image':
      return <img src={preview.url} alt={name} className="max-h-96 max-w-full object-contain" />;
    case 'video':
      return (
        // biome-ignore lint/a11y/useMediaCaption: a file of somebody's bucket comes without captions
        <video src={preview.url} controls className="max-h-96 w-full bg-stone-3" />
      );
    case 'audio':
      return (
        <div className="w-full p-4">
          {/* biome-ignore lint/a11y/useMediaCaption: a file of somebody's bucket comes without captions */}
          <audio src={preview.url} controls className="w-full" />
        </div>
      );
    case 'pdf':
      return <iframe src={preview.url} title={name} className="h-120 w-full border-0" />;
    case 'text':
      return <TextPreview text={preview.text} isCut={preview.isCut} name={name} />;
    case 'none':
      return <NoPreview info={info} name={name} reason={preview.reason} />;
  }
}

function TextPreview({
  text,
  isCut,
  name,
}: {
  readonly text: string;
  readonly isCut: boolean;
  readonly name: string;
}): ReactNode {
  return (
    <div className="w-full self-start bg-stone-1">
      <section
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
        tabIndex={0}
        aria-label={t('code.label', { name })}
        className="max-h-96 overflow-auto px-4 py-3 -outline-offset-2"
      >
        <pre className="data whitespace-pre-wrap break-words">{text}</pre>
      </section>
      {isCut && (
        <p className="border-t border-line px-4 py-1.5 text-ink-3">
          {t('storage.textCut', { size: formatBytes(shownText) })}
        </p>
      )}
    </div>
  );
}

function NoPreview({
  info,
  name,
  reason,
}: {
  readonly info: ObjectInfo;
  readonly name: string;
  readonly reason: 'kind' | 'size' | 'role' | 'empty' | 'pdf';
}): ReactNode {
  const entry = {
    kind: 'file',
    key: info.name,
    name,
    id: info.id,
    size: info.size ?? 0,
    type: info.content_type ?? '',
    version: '',
    updatedAt: null,
  } as const;
  return (
    <div className="grid justify-items-center gap-3 px-6 py-8 text-center">
      <FileIcon entry={entry} size={44} />
      <p className="text-ink-2">{t(`storage.noPreview.${reason}`)}</p>
    </div>
  );
}
