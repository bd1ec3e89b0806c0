import { useQuery } from '@tanstack/react-query';
import { ArrowLeft, Pencil, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Link, useLocation, useNavigate, useParams } from 'react-router';
import { Avatar } from '../../components/Avatar';
import { Cover } from '../../components/Cover';
import { EmptyState } from '../../components/EmptyState';
import { LoadError } from '../../components/LoadError';
import { Time } from '../../components/Time';
import { useShortcut } from '../../lib/shortcuts';
import { Attachments } from '../attachments/Attachments';
import { DropZone } from '../attachments/DropZone';
import { useUploads } from '../attachments/UploadsProvider';
import { NoteCompany } from '../live/NoteCompany';
import { useNoteCompany } from '../live/useRoom';
import { useNotebook } from '../notebooks/notebooks';
import { DeleteNoteDialog } from './DeleteNoteDialog';
import { Markdown } from './markdown';
import { NoteEditor } from './NoteEditor';
import { type Note, noteQuery } from './notes';

/** Where the list around the open note is. */
function useListPath() {
  const { pathname, search } = useLocation();
  return pathname.replace(/\/notes\/[^/]+$/, '') + search;
}

export function NotePane() {
  const { noteId = '' } = useParams();
  const { data: note, isPending, error } = useQuery(noteQuery(noteId));
  const back = useListPath();
  return (
    <article className="note-pane" aria-label="Note" key={noteId}>
      <Link to={back} className="icon-button back" aria-label="Back to the list">
        <ArrowLeft />
      </Link>
      {note && <OpenNote note={note} listPath={back} />}
      {isPending && <div className="note-skeleton" aria-busy="true" />}
      {!note && !isPending && (
        <EmptyState title={error ? 'This note did not load' : 'There is no such note'} first>
          {error ? (
            <LoadError error={error} />
          ) : (
            <p>It was deleted, or it is in a notebook that is not shared with you.</p>
          )}
        </EmptyState>
      )}
    </article>
  );
}

type Props = { note: Note; listPath: string };

function OpenNote({ note, listPath }: Props) {
  const { state, search } = useLocation();
  const navigate = useNavigate();
  const { notebook, canWrite } = useNotebook(note.notebook_id);
  const [editing, setEditing] = useState(state?.editing === true);
  const [deleting, setDeleting] = useState(false);
  const { room, readers, writers } = useNoteCompany(notebook, note.id);
  const { add } = useUploads();
  useShortcut('e', () => setEditing(true), canWrite && !editing);

  /** The history forgets that the note was new, so that a reload shows it as it is. */
  function finishEditing() {
    setEditing(false);
    if (state?.editing) navigate({ search }, { replace: true });
  }

  const company = <NoteCompany readers={readers} writers={writers} />;
  const files = <Attachments note={note} canWrite={canWrite} />;
  if (editing && canWrite) {
    return (
      <DropZone enabled onFiles={(dropped) => add(note, dropped)}>
        <NoteEditor
          note={note}
          onDone={finishEditing}
          onWriting={() => room?.tellWriting(note.id)}
          company={company}
        >
          {files}
        </NoteEditor>
      </DropZone>
    );
  }
  return (
    <DropZone enabled={canWrite} onFiles={(dropped) => add(note, dropped)}>
      <title>{`${note.title || 'Untitled'} · Team Notes`}</title>
      <header className="note-head">
        {notebook && (
          <Link to={`/notebooks/${notebook.id}`} className="notebook-chip">
            <Cover color={notebook.color} />
            {notebook.name}
          </Link>
        )}
        {company}
        {canWrite && (
          <div className="note-actions">
            <button
              type="button"
              className="icon-button"
              aria-label="Delete note"
              title="Delete note"
              onClick={() => setDeleting(true)}
            >
              <Trash2 />
            </button>
            <button
              type="button"
              className="button small"
              title="Edit (E)"
              onClick={() => setEditing(true)}
            >
              <Pencil /> Edit
            </button>
          </div>
        )}
        {notebook && !canWrite && <span className="badge">Read only</span>}
      </header>
      <div className="note-paper">
        <h1 className="note-title">{note.title || 'Untitled'}</h1>
        <p className="byline">
          {note.author && <Avatar person={note.author} />}
          <span>
            {note.author?.full_name ?? 'A former member'} · <Time at={note.updated_at} />
          </span>
        </p>
        {note.body.trim() === '' ? (
          <p className="muted">Nothing written yet.</p>
        ) : (
          <Markdown source={note.body} />
        )}
        {files}
      </div>
      {deleting && (
        <DeleteNoteDialog
          note={note}
          onClose={() => setDeleting(false)}
          onDeleted={() => navigate(listPath)}
        />
      )}
    </DropZone>
  );
}

export function NoNoteOpen() {
  return (
    <div className="note-pane nothing-open">
      <p>Open a note to read it here.</p>
    </div>
  );
}
