import { useRef, useState } from 'react';
import { Notice } from '../../components/Notice';
import { textOf, useSubmit } from '../auth/useSubmit';
import { type NotebookRole, roleNames, useInviteMember } from '../notebooks/notebooks';

export function InviteForm({ notebookId }: { notebookId: string }) {
  const invite = useInviteMember(notebookId);
  const form = useRef<HTMLFormElement>(null);
  const [invited, setInvited] = useState<string>();
  const { busy, problem, onSubmit } = useSubmit(async (data) => {
    setInvited(undefined);
    const email = textOf(data, 'email');
    await invite.mutateAsync({ email, role: textOf(data, 'role') as NotebookRole });
    setInvited(email);
    form.current?.reset();
  });

  return (
    <form ref={form} onSubmit={onSubmit} className="invite">
      <div className="field">
        <label htmlFor="invite-email">Invite by email</label>
        <div className="row">
          <input
            id="invite-email"
            name="email"
            type="email"
            placeholder="grace@example.com"
            autoComplete="off"
            required
          />
          <select name="role" aria-label="Role" defaultValue="editor">
            <option value="editor">{roleNames.editor}</option>
            <option value="viewer">{roleNames.viewer}</option>
          </select>
          <button type="submit" className="button primary" disabled={busy}>
            Invite
          </button>
        </div>
      </div>
      {problem && <Notice kind="error">{problem}</Notice>}
      {invited && <Notice kind="success">{invited} is in.</Notice>}
    </form>
  );
}
