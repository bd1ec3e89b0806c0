import { ImageUp } from 'lucide-react';
import { useRef } from 'react';
import { Avatar } from '../../components/Avatar';
import { Dialog } from '../../components/Dialog';
import { Notice } from '../../components/Notice';
import { explain } from '../../lib/errors';
import { useUser } from '../auth/AuthProvider';
import { accept, type Person, useSetPicture } from './picture';

type Props = { person: Person; onClose: () => void };

export function ProfileDialog({ person, onClose }: Props) {
  const user = useUser();
  const setPicture = useSetPicture(user.id);
  const input = useRef<HTMLInputElement>(null);
  const hasPicture = person.picture_changed_at !== null;
  const { isPending, error } = setPicture;
  return (
    <Dialog title="Your profile" onClose={onClose}>
      <div className="profile">
        <Avatar person={person} />
        <div className="profile-who">
          <b>{person.full_name}</b>
          <span>{user.email}</span>
        </div>
      </div>
      {error && <Notice kind="error">{explain(error)}</Notice>}
      <div className="stack">
        <div className="profile-actions">
          <button
            type="button"
            className="button"
            disabled={isPending}
            onClick={() => input.current?.click()}
          >
            <ImageUp /> {hasPicture ? 'Change picture' : 'Choose a picture'}
          </button>
          {hasPicture && (
            <button
              type="button"
              className="button"
              disabled={isPending}
              onClick={() => setPicture.mutate(null)}
            >
              Remove
            </button>
          )}
        </div>
        <p className="hint" role="status">
          {isPending
            ? 'Saving…'
            : 'People in your notebooks see it. PNG, JPEG or WebP, up to 5 MB; the middle is shown.'}
        </p>
      </div>
      <input
        ref={input}
        type="file"
        aria-label="Profile picture"
        accept={accept}
        hidden
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file) setPicture.mutate(file);
          target.value = '';
        }}
      />
    </Dialog>
  );
}
