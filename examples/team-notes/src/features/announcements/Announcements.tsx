import { useQuery } from '@tanstack/react-query';
import { Megaphone, X } from 'lucide-react';
import { useState } from 'react';
import { Time } from '../../components/Time';
import { announcementsQuery, readUntil, rememberRead } from './announcements';

/** What whoever runs the server wants everybody to know, above all else until it is put away. */
export function Announcements() {
  const { data = [] } = useQuery(announcementsQuery);
  const [read, setRead] = useState(readUntil);
  const unread = data.filter(({ created_at }) => created_at > read);
  const [latest] = unread;
  if (!latest) return null;

  function putAway(until: string) {
    rememberRead(until);
    setRead(until);
  }

  return (
    <aside className="announcements" aria-label="Announcements">
      <Megaphone />
      <ul>
        {unread.map(({ id, message, created_at }) => (
          <li key={id}>
            {message} <Time at={created_at} />
          </li>
        ))}
      </ul>
      <button
        type="button"
        className="icon-button"
        aria-label="Put the announcements away"
        title="Put away"
        onClick={() => putAway(latest.created_at)}
      >
        <X />
      </button>
    </aside>
  );
}
