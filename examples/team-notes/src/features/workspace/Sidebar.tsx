import { useQuery } from '@tanstack/react-query';
import { Layers, LogOut, Plus, Search } from 'lucide-react';
import { useState } from 'react';
import { Link, NavLink } from 'react-router';
import { Avatar } from '../../components/Avatar';
import { Cover } from '../../components/Cover';
import { LoadError } from '../../components/LoadError';
import { Logo } from '../../components/Logo';
import { isApple } from '../../lib/shortcuts';
import { supabase } from '../../lib/supabase';
import { useUser } from '../auth/AuthProvider';
import { NewNotebookDialog } from '../notebooks/NewNotebookDialog';
import { noteCount, useNotebooks } from '../notebooks/notebooks';
import { ProfileDialog } from '../profile/ProfileDialog';
import { profileQuery } from '../profile/picture';

export function Sidebar() {
  const { data: notebooks, error, isPending } = useNotebooks();
  const [creating, setCreating] = useState(false);

  return (
    <nav className="sidebar" aria-label="Notebooks">
      <h1>
        <Link to="/" className="home-link">
          <Logo />
        </Link>
      </h1>
      <NavLink to="/search" className="search-link">
        <Search /> Search <kbd>{isApple ? '⌘K' : 'Ctrl K'}</kbd>
      </NavLink>
      <div className="sidebar-nav">
        <NavLink to="/all" className="nav-link">
          <Layers /> All notes
        </NavLink>
        <div className="sidebar-title">
          <h2>Notebooks</h2>
          <button
            type="button"
            className="icon-button"
            aria-label="New notebook"
            title="New notebook"
            onClick={() => setCreating(true)}
          >
            <Plus />
          </button>
        </div>
        {error && !notebooks && <LoadError error={error} />}
        {isPending && (
          <div className="rows-skeleton small" aria-busy="true">
            <span />
            <span />
            <span />
          </div>
        )}
        {notebooks && (
          <ul>
            {notebooks.map((notebook) => (
              <li key={notebook.id}>
                <NavLink to={`/notebooks/${notebook.id}`} className="nav-link">
                  <Cover color={notebook.color} />
                  <span className="nav-name">{notebook.name}</span>
                  <span className="count">
                    {noteCount(notebook)}
                    <span className="visually-hidden"> notes</span>
                  </span>
                </NavLink>
              </li>
            ))}
          </ul>
        )}
        {notebooks?.length === 0 && <p className="hint">None yet</p>}
      </div>
      <Account />
      {creating && <NewNotebookDialog onClose={() => setCreating(false)} />}
    </nav>
  );
}

function Account() {
  const user = useUser();
  const [open, setOpen] = useState(false);
  const { data } = useQuery(profileQuery(user.id));
  const full_name = String(user.user_metadata.full_name ?? user.email);
  const person = data ?? { id: user.id, full_name, picture_changed_at: null };
  return (
    <div className="account">
      <button
        type="button"
        className="account-button"
        title="Your profile"
        onClick={() => setOpen(true)}
      >
        <Avatar person={person} />
        <span className="account-who">
          <b>{person.full_name}</b>
          <span>{user.email}</span>
        </span>
      </button>
      <button
        type="button"
        className="icon-button"
        aria-label="Sign out"
        title="Sign out"
        onClick={() => void supabase.auth.signOut({ scope: 'local' })}
      >
        <LogOut />
      </button>
      {open && <ProfileDialog person={person} onClose={() => setOpen(false)} />}
    </div>
  );
}
