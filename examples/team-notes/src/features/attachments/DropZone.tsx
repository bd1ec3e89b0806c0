import { Paperclip } from 'lucide-react';
import { type DragEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { isTyping } from '../../lib/shortcuts';

type Props = { enabled: boolean; onFiles: (files: File[]) => void; children: ReactNode };

/** Takes files that are dropped on what is inside, or pasted anywhere. */
export function DropZone({ enabled, onFiles, children }: Props) {
  const [dragging, setDragging] = useState(false);
  usePastedFiles(enabled, onFiles);

  function onDragOver(event: DragEvent) {
    if (!enabled || !event.dataTransfer.types.includes('Files')) return;
    event.preventDefault();
    event.dataTransfer.dropEffect = 'copy';
    setDragging(true);
  }

  function onDragLeave(event: DragEvent) {
    const to = event.relatedTarget;
    if (!(to instanceof Node) || !event.currentTarget.contains(to)) setDragging(false);
  }

  function onDrop(event: DragEvent) {
    if (!dragging) return;
    event.preventDefault();
    setDragging(false);
    onFiles([...event.dataTransfer.files]);
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button "Attach" is there for who does not drag
    <div
      className="drop-zone"
      data-dragging={dragging}
      onDragOver={onDragOver}
      onDragLeave={onDragLeave}
      onDrop={onDrop}
    >
      {dragging && (
        <p className="drop-hint">
          <Paperclip /> Drop to attach to this note
        </p>
      )}
      {children}
    </div>
  );
}

function usePastedFiles(enabled: boolean, onFiles: Props['onFiles']) {
  const latest = useRef(onFiles);
  useEffect(() => {
    latest.current = onFiles;
  });
  useEffect(() => {
    if (!enabled) return;
    function onPaste(event: ClipboardEvent) {
      const { clipboardData } = event;
      if (!clipboardData?.files.length || document.querySelector('dialog[open]')) return;
      // Text from an office program brings a picture of itself along.
      if (isTyping(event.target) && clipboardData.types.includes('text/plain')) return;
      event.preventDefault();
      latest.current([...clipboardData.files].map(named));
    }
    window.addEventListener('paste', onPaste);
    return () => window.removeEventListener('paste', onPaste);
  }, [enabled]);
}

/** Browsers call every pasted picture the same. */
function named(file: File): File {
  if (file.name !== 'image.png') return file;
  const now = new Date().toLocaleString('sv').replaceAll(':', '.');
  return new File([file], `Pasted ${now}.png`, { type: file.type });
}
