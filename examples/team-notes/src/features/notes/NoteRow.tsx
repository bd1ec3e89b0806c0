import { Paperclip } from 'lucide-react';
import { NavLink } from 'react-router';
import { Avatar } from '../../components/Avatar';
import { Cover } from '../../components/Cover';
import { Time } from '../../components/Time';
import { plainText } from '../../lib/format';
import type { Person } from '../live/useRoom';
import { useNotebook } from '../notebooks/notebooks';
import { Highlighted, withoutMarks } from '../search/Highlighted';

type Props = {
  to: string;
  title: string;
  text: string;
  updatedAt: string;
  aside?: string;
  /** How many are attached. */
  files?: number;
  /** The others who have it open. */
  readers?: readonly Person[];
  /** Shown in lists that mix notebooks. */
  notebookId?: string;
};

export function NoteRow(props: Props) {
  const { to, title, text, updatedAt, aside, files = 0, readers = [], notebookId } = props;
  const { notebook } = useNotebook(notebookId);
  return (
    <li>
      <NavLink to={to} className="row-link">
        <strong className="row-title">
          {withoutMarks(title) === '' ? 'Untitled' : <Highlighted text={title} />}
        </strong>
        <span className="row-text">
          <Highlighted text={plainText(text) || 'Nothing written yet.'} />
        </span>
        <span className="row-meta">
          {notebook && (
            <>
              <Cover color={notebook.color} />
              <span className="row-notebook">{notebook.name}</span>
            </>
          )}
          <Time at={updatedAt} />
          {aside && <span className="row-aside">{aside}</span>}
          {readers.length > 0 && (
            <span className="faces row-faces">
              {readers.slice(0, 3).map((person) => (
                <Avatar key={person.id} person={person} online />
              ))}
              <span className="visually-hidden">
                open at {readers.map(({ full_name }) => full_name).join(', ')}
              </span>
            </span>
          )}
          {files > 0 && (
            <span className="row-files">
              <Paperclip aria-hidden="true" />
              {files}
              <span className="visually-hidden">{files === 1 ? ' file' : ' files'}</span>
            </span>
          )}
        </span>
      </NavLink>
    </li>
  );
}
