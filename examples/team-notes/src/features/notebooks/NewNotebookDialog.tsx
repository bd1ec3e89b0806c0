import { useNavigate } from 'react-router';
import { Dialog } from '../../components/Dialog';
import { NotebookForm } from './NotebookForm';
import { useCreateNotebook } from './notebooks';

export function NewNotebookDialog({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  const create = useCreateNotebook();
  return (
    <Dialog title="New notebook" onClose={onClose}>
      <NotebookForm
        onSave={async (input) => {
          const { id } = await create.mutateAsync(input);
          onClose();
          navigate(`/notebooks/${id}`);
        }}
      >
        <div className="actions">
          <button type="button" className="button" onClick={onClose}>
            Cancel
          </button>
          <button type="submit" className="button primary">
            Create notebook
          </button>
        </div>
      </NotebookForm>
    </Dialog>
  );
}
