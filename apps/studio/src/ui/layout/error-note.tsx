import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { ApiError, UnreachableError } from '../../api/errors.ts';
import { t } from '../../lib/i18n/translate.ts';
import { Button } from '../controls/button.tsx';

/** The sentence, code and hint of a failure, in the words of who reported it. */
export function describeError(error: unknown): {
  readonly message: string;
  readonly code: string | null;
  readonly hint: string | null;
} {
  if (error instanceof ApiError) {
    const message = error.database?.message ?? error.message;
    return {
      message: message === '' ? t('error.status', { status: String(error.status) }) : message,
      code: error.database?.sqlState ?? error.code,
      hint:
        [error.database?.detail, error.database?.hint ?? error.hint].filter(Boolean).join(' ') ||
        null,
    };
  }
  if (error instanceof UnreachableError)
    return { message: t('error.unreachable', { server: error.server }), code: null, hint: null };
  return {
    message: error instanceof Error ? error.message : String(error),
    code: null,
    hint: null,
  };
}

/** Says what failed, what the server said, and what to do next. */
export function ErrorNote({
  title,
  error,
  onRetry,
  action,
}: {
  readonly title: string;
  readonly error: unknown;
  readonly onRetry?: () => void;
  readonly action?: ReactNode;
}): ReactNode {
  const { message, code, hint } = describeError(error);
  return (
    <div
      role="alert"
      className="flex flex-wrap items-start gap-2 rounded-control border border-danger/35 bg-danger-wash px-3 py-2"
    >
      <CircleAlert size={16} className="mt-0.5 shrink-0 text-danger" />
      <div className="min-w-[min(100%-24px,160px)] flex-1">
        <p className="font-medium text-ink">{title}</p>
        <p className="break-words text-ink-2">
          {message}
          {code !== null && <code className="data ml-2 text-ink-3">{code}</code>}
        </p>
        {hint !== null && <p className="break-words text-ink-2">{hint}</p>}
        {error instanceof ApiError && error.requestId !== null && error.status >= 500 && (
          <p className="text-ink-3">{t('error.request', { id: error.requestId })}</p>
        )}
      </div>
      {onRetry !== undefined && (
        <Button size="small" onClick={onRetry}>
          {t('action.retry')}
        </Button>
      )}
      {action}
    </div>
  );
}
