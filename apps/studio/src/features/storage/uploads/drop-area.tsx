import { Upload } from 'lucide-react';
import { type DragEvent, type ReactNode, useRef, useState } from 'react';
import { t } from '../../../lib/i18n/translate.ts';
import { droppedFiles, type GivenFile } from './dropped-files.ts';

const hasFiles = (event: DragEvent): boolean => event.dataTransfer.types.includes('Files');

/** Takes files and folders that are dragged onto what it holds. */
export function DropArea({
  enabled,
  place,
  rules,
  onFiles,
  children,
}: {
  readonly enabled: boolean;
  /** Where what is dropped goes. */
  readonly place: string;
  /** What the bucket takes. */
  readonly rules: string;
  readonly onFiles: (files: readonly GivenFile[]) => void;
  readonly children: ReactNode;
}): ReactNode {
  // Entering a child comes before leaving its parent: only the balance tells.
  const depth = useRef(0);
  const [over, setOver] = useState(false);
  const track = (change: number): void => {
    depth.current = Math.max(0, depth.current + change);
    setOver(depth.current > 0);
  };
  return (
    <section
      aria-label={t('storage.files')}
      className="relative flex min-h-0 flex-1 flex-col"
      onDragEnter={(event) => enabled && hasFiles(event) && track(1)}
      onDragLeave={(event) => enabled && hasFiles(event) && track(-1)}
      onDragOver={(event) => {
        if (enabled && hasFiles(event)) event.preventDefault();
      }}
      onDrop={(event) => {
        if (!enabled || !hasFiles(event)) return;
        event.preventDefault();
        depth.current = 0;
        setOver(false);
        void droppedFiles(event.dataTransfer).then(onFiles);
      }}
    >
      {children}
      {over && (
        <div className="pointer-events-none absolute inset-2 z-20 grid animate-appear place-content-center justify-items-center gap-1 rounded-panel border-2 border-dashed border-verdigris bg-verdigris-wash text-center">
          <Upload size={28} strokeWidth={1.5} className="text-verdigris-deep" />
          <p className="mt-1 text-lead font-semibold text-ink">
            {t('storage.dropHere', { place })}
          </p>
          {rules !== '' && <p className="text-ink-2">{rules}</p>}
        </div>
      )}
    </section>
  );
}
