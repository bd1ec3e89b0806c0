import { CircleAlert, CircleCheck, Pause, Play, RotateCw, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { t } from '../../../lib/i18n/translate.ts';
import { formatBytes } from '../../../lib/text/format.ts';
import { IconButton } from '../../../ui/controls/icon-button.tsx';
import { describeError } from '../../../ui/layout/error-note.tsx';
import { lastPart } from '../browse/entries.ts';
import type { Upload, UploadQueue } from '../uploads/upload-queue.ts';
import { Progress } from './progress.tsx';

/** A file on its way. */
export function UploadLine({
  upload,
  queue,
}: {
  readonly upload: Upload;
  readonly queue: UploadQueue;
}): ReactNode {
  const { id, file, sent, state } = upload;
  const name = lastPart(upload.key);
  return (
    <li className="border-b border-line/60 px-3 py-2 last:border-b-0">
      <div className="-mr-1.5 flex items-center gap-1">
        <span className="min-w-0 flex-1 truncate text-ink" title={`${upload.bucket}/${upload.key}`}>
          {name}
        </span>
        {state === 'done' && <CircleCheck size={15} className="shrink-0 text-success" />}
        {state === 'failed' && <CircleAlert size={15} className="shrink-0 text-danger" />}
        {(state === 'sending' || state === 'waiting') && (
          <IconButton
            size="small"
            label={t('storage.pauseFile', { name })}
            onClick={() => queue.pause(id)}
          >
            <Pause size={14} />
          </IconButton>
        )}
        {state === 'paused' && (
          <IconButton
            size="small"
            label={t('storage.resumeFile', { name })}
            onClick={() => queue.resume(id)}
          >
            <Play size={14} />
          </IconButton>
        )}
        {state === 'failed' && (
          <IconButton
            size="small"
            label={t('storage.retryFile', { name })}
            onClick={() => queue.resume(id)}
          >
            <RotateCw size={14} />
          </IconButton>
        )}
        <IconButton
          size="small"
          label={t(state === 'done' ? 'storage.dismissFile' : 'storage.cancelFile', { name })}
          onClick={() => queue.remove(id)}
        >
          <X size={14} />
        </IconButton>
      </div>
      {state === 'failed' ? (
        <p className="break-words text-danger">{describeError(upload.error).message}</p>
      ) : (
        <p className="text-small text-ink-3">
          {state === 'done'
            ? `${t('storage.stored')} · ${formatBytes(file.size)}`
            : state === 'waiting' && sent === 0
              ? `${t('storage.waiting')} · ${formatBytes(file.size)}`
              : `${state === 'paused' ? `${t('storage.paused')} · ` : ''}${t('storage.sentOf', { sent: formatBytes(sent), size: formatBytes(file.size) })}`}
        </p>
      )}
      {state !== 'done' && state !== 'failed' && (
        <div className="mt-1.5">
          <Progress
            label={name}
            part={file.size === 0 ? 0 : sent / file.size}
            isQuiet={state !== 'sending'}
          />
        </div>
      )}
    </li>
  );
}
