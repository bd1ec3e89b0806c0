import { useState } from 'react';
import { useNavigate } from 'react-router';
import { Dialog } from '../../components/Dialog';
import { NotebookForm } from './NotebookForm';
import { type Notebook, noteCount, useDeleteNotebook, useUpdateNotebook } from './notebooks';

type Props = { notebook: Notebook; onClose: () => void };

export function NotebookSettingsDialog({ notebook, onClose }: Props) {
  const update = useUpdateNotebook(notebook.id);
  return (
    <Dialog title="Notebook settings" onClose={onClose}>
      <NotebookForm
        name={notebook.name}
        color={notebook.color}
        onSave={async (input) => {
          update.mutate(input);
          onClose();
        }}
      >
        <div className="actions">
          <button type="button" className="button" onClick={onClose}>
            Cancel
          </button>
          <button type="submit" className="button primary">
            Save
          </button>
        </div>
      </NotebookForm>
      <DeleteNotebook notebook={notebook} />
    </Dialog>
  );
}

function DeleteNotebook({ notebook }: { notebook: Notebook }) {
  const [asking, setAsking] = useState(false);
  const navigate = useNavigate();
  const remove = useDeleteNotebook(notebook.id);
  const count = noteCount(notebook);
  const size = count === 1 ? 'its note' : `its ${count} notes`;

  if (!asking) {
    return (
      <div className="danger-zone">
        <button type="button" className="button danger" onClick={() => setAsking(true)}>
          Delete notebook…
        </button>
      </div>
    );
  }
  return (
    <div className="danger-zone">
      <p>
        This deletes <b>{notebook.name}</b> with {size}, for everybody. There is no way back.
      </p>
      <div className="actions">
        <button type="button" className="button" onClick={() => setAsking(false)}>
          Keep it
        </button>
        <button
          type="button"
          className="button danger solid"
          onClick={() => {
            remove.mutate();
            navigate('/');
          }}
        >
          Delete notebook
        </button>
      </div>
    </div>
  );
}
