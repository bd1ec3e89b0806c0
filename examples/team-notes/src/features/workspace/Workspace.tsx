import { useState } from 'react';
import { Outlet, useLocation, useNavigate } from 'react-router';
import { EmptyState, Sheets } from '../../components/EmptyState';
import { useShortcut } from '../../lib/shortcuts';
import { Announcements } from '../announcements/Announcements';
import { UploadsProvider } from '../attachments/UploadsProvider';
import { useLiveChanges } from '../live/useLiveChanges';
import { NewNotebookDialog } from '../notebooks/NewNotebookDialog';
import { useNotebooks } from '../notebooks/notebooks';
import { Sidebar } from './Sidebar';

/** What a narrow screen shows: it has room for one column. */
function viewOf(pathname: string) {
  if (pathname === '/') return 'home';
  return pathname.includes('/notes/') ? 'note' : 'list';
}

export function Workspace() {
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const { data: notebooks } = useNotebooks();
  useLiveChanges();

  function search() {
    const input = document.querySelector<HTMLInputElement>('input[type=search]');
    if (input) input.select();
    else navigate('/search');
  }
  useShortcut('/', search);
  useShortcut('mod+k', search);

  const isNew = notebooks?.length === 0 && (pathname === '/' || pathname === '/all');
  return (
    <UploadsProvider>
      <div className="page">
        <Announcements />
        {/* Each column is a page of its own on a phone: each has its h1. */}
        <main className="workspace" data-view={isNew ? 'welcome' : viewOf(pathname)}>
          <Sidebar />
          <div className="panes">{isNew ? <Welcome /> : <Outlet />}</div>
        </main>
      </div>
    </UploadsProvider>
  );
}

function Welcome() {
  const [creating, setCreating] = useState(false);
  return (
    <div className="welcome">
      <title>Welcome · Team Notes</title>
      <EmptyState title="Start your first notebook" first picture={<Sheets />}>
        <p>
          A notebook holds the notes of one thing: a project, a trip, a kitchen. Share it with those
          who are part of it, and with nobody else.
        </p>
        <button type="button" className="button primary" onClick={() => setCreating(true)}>
          Create a notebook
        </button>
      </EmptyState>
      {creating && <NewNotebookDialog onClose={() => setCreating(false)} />}
    </div>
  );
}
