import { UserMinus } from 'lucide-react';
import { useNavigate } from 'react-router';
import { Avatar } from '../../components/Avatar';
import { Dialog } from '../../components/Dialog';
import { useUser } from '../auth/AuthProvider';
import {
  type Member,
  type Notebook,
  type NotebookRole,
  roleNames,
  useChangeRole,
  useRemoveMember,
} from '../notebooks/notebooks';
import { InviteForm } from './InviteForm';

type Props = { notebook: Notebook; isOwner: boolean; onClose: () => void };

export function MembersDialog({ notebook, isOwner, onClose }: Props) {
  const user = useUser();
  const navigate = useNavigate();
  const removeMember = useRemoveMember(notebook.id);

  function leave() {
    removeMember.mutate(user.id);
    onClose();
    navigate('/');
  }

  return (
    <Dialog title={`People in ${notebook.name}`} onClose={onClose}>
      {isOwner && <InviteForm notebookId={notebook.id} />}
      <ul className="members">
        {notebook.members.map((member) => (
          <li key={member.profile.id}>
            <Avatar person={member.profile} />
            <span className="member-name">
              {member.profile.full_name}
              {member.profile.id === user.id && <small> (you)</small>}
            </span>
            {isOwner && member.role !== 'owner' ? (
              <MemberControls
                notebookId={notebook.id}
                member={member}
                onRemove={() => removeMember.mutate(member.profile.id)}
              />
            ) : (
              <span className="role">{roleNames[member.role]}</span>
            )}
          </li>
        ))}
      </ul>
      {!isOwner && (
        <div className="danger-zone">
          <button type="button" className="button danger" onClick={leave}>
            Leave this notebook
          </button>
        </div>
      )}
    </Dialog>
  );
}

type ControlsProps = { notebookId: string; member: Member; onRemove: () => void };

function MemberControls({ notebookId, member, onRemove }: ControlsProps) {
  const changeRole = useChangeRole(notebookId);
  const { id, full_name } = member.profile;
  return (
    <>
      <select
        aria-label={`Role of ${full_name}`}
        value={member.role}
        onChange={({ target }) =>
          changeRole.mutate({ userId: id, role: target.value as NotebookRole })
        }
      >
        <option value="editor">{roleNames.editor}</option>
        <option value="viewer">{roleNames.viewer}</option>
      </select>
      <button
        type="button"
        className="icon-button"
        aria-label={`Remove ${full_name}`}
        title={`Remove ${full_name}`}
        onClick={onRemove}
      >
        <UserMinus />
      </button>
    </>
  );
}
