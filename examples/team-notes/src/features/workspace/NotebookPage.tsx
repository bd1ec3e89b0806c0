import { Plus, Settings2, SquarePen } from 'lucide-react';
import { useState } from 'react';
import { useNavigate, useParams } from 'react-router';
import { Avatar } from '../../components/Avatar';
import { Cover } from '../../components/Cover';
import { EmptyState, Sheets } from '../../components/EmptyState';
import { useShortcut } from '../../lib/shortcuts';
import type { Company } from '../live/room';
import { companyOf, useRoom } from '../live/useRoom';
import { MembersDialog } from '../members/MembersDialog';
import { NotebookSettingsDialog } from '../notebooks/NotebookSettingsDialog';
import { type Notebook, useNotebook } from '../notebooks/notebooks';
import { NoteList } from '../notes/NoteList';
import { useCreateNote } from '../notes/notes';
import { ListPane } from './ListPane';

export function NotebookPage() {
  const { notebookId = '' } = useParams();
  const { notebook, role, canWrite, isPending } = useNotebook(notebookId);
  const { here, writing } = useRoom(notebook?.id);
  const navigate = useNavigate();
  const create = useCreateNote();
  const path = `/notebooks/${notebookId}`;

  async function newNote() {
    if (create.isPending) return;
    const note = await create.mutateAsync(notebookId);
    navigate(`${path}/notes/${note.id}`, { state: { editing: true } });
  }
  useShortcut('n', () => void newNote(), canWrite);

  if (!notebook) return isPending ? null : <NoSuchNotebook />;
  return (
    <ListPane
      key={notebookId}
      title={notebook.name}
      lead={<Cover color={notebook.color} />}
      actions={role === 'owner' && <SettingsButton notebook={notebook} />}
      toolbar={
        <div className="list-toolbar">
          {canWrite ? (
            <button
              type="button"
              className="button primary"
              title="New note (N)"
              disabled={create.isPending}
              onClick={() => void newNote()}
            >
              <SquarePen /> New note
            </button>
          ) : (
            <span className="badge">You can read this notebook</span>
          )}
          <PeopleButton notebook={notebook} isOwner={role === 'owner'} here={here} />
        </div>
      }
    >
      <NoteList
        notebookId={notebookId}
        readersOf={(noteId) => companyOf(notebook, noteId, { here, writing }).readers}
        basePath={path}
        empty={
          <EmptyState title="An empty notebook" picture={<Sheets />}>
            {canWrite ? (
              <>
                <p>Write down the first thing that everybody should know.</p>
                <button type="button" className="button" onClick={() => void newNote()}>
                  <Plus /> Write the first note
                </button>
              </>
            ) : (
              <p>Notes appear here when somebody writes them.</p>
            )}
          </EmptyState>
        }
      />
    </ListPane>
  );
}

type PeopleProps = { notebook: Notebook; isOwner: boolean; here: Company['here'] };

function PeopleButton({ notebook, isOwner, here }: PeopleProps) {
  const [open, setOpen] = useState(false);
  // Who is here stands in front.
  const members = notebook.members.toSorted(
    (a, b) => Number(here.has(b.profile.id)) - Number(here.has(a.profile.id)),
  );
  const others = members.filter(({ profile }) => here.has(profile.id)).length;
  return (
    <>
      <button
        type="button"
        className="people-button"
        title="People in this notebook"
        onClick={() => setOpen(true)}
      >
        {members.slice(0, 3).map(({ profile }) => (
          <Avatar key={profile.id} person={profile} online={here.has(profile.id)} />
        ))}
        <span className="people-count">{isOwner ? 'Share' : `${members.length} people`}</span>
        {others > 0 && <span className="visually-hidden">, {others} here now</span>}
      </button>
      {open && (
        <MembersDialog notebook={notebook} isOwner={isOwner} onClose={() => setOpen(false)} />
      )}
    </>
  );
}

function SettingsButton({ notebook }: { notebook: Notebook }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <button
        type="button"
        className="icon-button"
        aria-label="Notebook settings"
        title="Notebook settings"
        onClick={() => setOpen(true)}
      >
        <Settings2 />
      </button>
      {open && <NotebookSettingsDialog notebook={notebook} onClose={() => setOpen(false)} />}
    </>
  );
}

function NoSuchNotebook() {
  return (
    <ListPane title="Not found">
      <EmptyState title="There is no such notebook">
        <p>It was deleted, or it is not shared with you any more.</p>
      </EmptyState>
    </ListPane>
  );
}
