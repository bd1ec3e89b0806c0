import { Paperclip } from 'lucide-react';
import { NavLink } from 'react-router';
import { Cover } from '../../components/Cover';
import { Time } from '../../components/Time';
import { plainText } from '../../lib/format';
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
  /** Shown in lists that mix notebooks. */
  notebookId?: string;
};

export function NoteRow({ to, title, text, updatedAt, aside, files = 0, notebookId }: Props) {
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
