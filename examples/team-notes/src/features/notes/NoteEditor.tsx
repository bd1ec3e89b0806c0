import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react';
import { Notice } from '../../components/Notice';
import type { Note } from './notes';
import { useNoteDraft } from './useNoteDraft';

type Props = {
  note: Note;
  onDone: () => void;
  /** Called with every change of the text. */
  onWriting: () => void;
  /** Who else is here. */
  company: ReactNode;
  /** What stands below the text. */
  children: ReactNode;
};

export function NoteEditor({ note, onDone, onWriting, company, children }: Props) {
  const { text, status, change, save, keepMine, takeTheirs } = useNoteDraft(note, onWriting);
  const title = useRef<HTMLInputElement>(null);
  const body = useRef<HTMLTextAreaElement>(null);

  useEffect(() => {
    if (title.current?.value === '') title.current.focus();
    else body.current?.focus();
  }, []);

  async function done() {
    if (await save()) onDone();
  }

  function onKeyDown(event: KeyboardEvent) {
    const commits = (event.metaKey || event.ctrlKey) && ['s', 'Enter'].includes(event.key);
    if (!commits && event.key !== 'Escape') return;
    event.preventDefault();
    event.stopPropagation();
    if (event.key === 's') void save();
    else void done();
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: shortcuts of the fields inside
    <div className="editor" onKeyDown={onKeyDown}>
      <h1 className="visually-hidden">Edit note</h1>
      <div className="editor-bar">
        {company}
        <SaveState kind={status.kind} />
        <button type="button" className="button primary small" onClick={() => void done()}>
          Done
        </button>
      </div>
      {status.kind === 'failed' && (
        <Notice kind="error">
          Not saved. {status.problem}{' '}
          <button type="button" className="link" onClick={() => void save()}>
            Try again
          </button>
        </Notice>
      )}
      {status.kind === 'conflict' && (
        <Notice kind="error">
          Somebody else has saved this note while you were writing.{' '}
          <button type="button" className="link" onClick={() => keepMine(status.theirs)}>
            Keep my version
          </button>{' '}
          or{' '}
          <button type="button" className="link" onClick={() => takeTheirs(status.theirs)}>
            take theirs
          </button>
        </Notice>
      )}
      <input
        ref={title}
        className="title-input"
        aria-label="Title"
        placeholder="Title"
        maxLength={200}
        value={text.title}
        onChange={({ target }) => change({ title: target.value })}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.metaKey || event.ctrlKey) return;
          event.preventDefault();
          body.current?.focus();
        }}
      />
      <textarea
        ref={body}
        className="body-input"
        aria-label="Note"
        placeholder="Write. **Bold**, # headings, - lists and > quotes work."
        maxLength={100_000}
        value={text.body}
        onChange={({ target }) => change({ body: target.value })}
      />
      {children}
    </div>
  );
}

const words = {
  saved: 'Saved',
  unsaved: 'Writing…',
  saving: 'Saving…',
  failed: 'Not saved',
  conflict: 'Not saved',
};

function SaveState({ kind }: { kind: keyof typeof words }) {
  return (
    <span className="save-state" data-kind={kind} role="status">
      {words[kind]}
    </span>
  );
}
