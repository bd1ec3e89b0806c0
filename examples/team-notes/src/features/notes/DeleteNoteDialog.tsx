import { useQuery } from '@tanstack/react-query';
import { Dialog } from '../../components/Dialog';
import { attachmentsQuery } from '../attachments/attachments';
import { type Note, useDeleteNote } from './notes';

type Props = { note: Note; onClose: () => void; onDeleted: () => void };

export function DeleteNoteDialog({ note, onClose, onDeleted }: Props) {
  const remove = useDeleteNote();
  const { data: files = [] } = useQuery(attachmentsQuery(note.id));
  const size = files.length === 1 ? ' with its file' : ` with its ${files.length} files`;
  return (
    <Dialog title="Delete this note?" onClose={onClose}>
      <p>
        <b>{note.title || 'Untitled'}</b>
        {files.length > 0 && size} will be gone for everybody in the notebook.
      </p>
      <div className="actions">
        <button type="button" className="button" onClick={onClose}>
          Keep it
        </button>
        <button
          type="button"
          className="button danger solid"
          onClick={() => {
            remove.mutate(note);
            onDeleted();
          }}
        >
          Delete note
        </button>
      </div>
    </Dialog>
  );
}
