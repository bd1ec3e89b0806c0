import { Trash2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Dialog } from '../../components/Dialog';
import { fileSize } from '../../lib/format';
import { type Attachment, useRemoveAttachment } from './attachments';

export function RemoveButton({ attachment }: { attachment: Attachment }) {
  const [asking, setAsking] = useState(false);
  const remove = useRemoveAttachment(attachment.note_id);
  const button = useRef<HTMLButtonElement>(null);
  const { name, size } = attachment;

  function removeFile() {
    // The dialog gives the focus back to the button, which goes: "Attach" stays.
    flushSync(() => setAsking(false));
    const files = button.current?.closest('section');
    files?.querySelector<HTMLElement>('.files-head button')?.focus();
    remove.mutate(attachment);
  }

  return (
    <>
      <button
        ref={button}
        type="button"
        className="icon-button"
        aria-label={`Remove ${name}`}
        title="Remove"
        onClick={() => setAsking(true)}
      >
        <Trash2 />
      </button>
      {asking && (
        <Dialog title="Remove this file?" onClose={() => setAsking(false)}>
          <p>
            <b>{name}</b>, {fileSize(size)}, will be gone for everybody in the notebook.
          </p>
          <div className="actions">
            <button type="button" className="button" onClick={() => setAsking(false)}>
              Keep it
            </button>
            <button type="button" className="button danger solid" onClick={removeFile}>
              Remove file
            </button>
          </div>
        </Dialog>
      )}
    </>
  );
}
