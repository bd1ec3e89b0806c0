import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { explain } from '../../lib/errors';
import { type Note, type NoteText, rememberNote, saveNote } from './notes';

type Status =
  | { kind: 'saved' | 'unsaved' | 'saving' }
  | { kind: 'failed'; problem: string }
  | { kind: 'conflict'; theirs: Note };

/** How long somebody has to pause for their words to be saved, in milliseconds. */
const pause = 600;

const sameText = (a: NoteText, b: NoteText) => a.title === b.title && a.body === b.body;

/** The text of a note while somebody writes: saves itself, one call at a time. */
export function useNoteDraft(note: Note, onWriting: () => void) {
  const queryClient = useQueryClient();
  const [text, setText] = useState<NoteText>({ title: note.title, body: note.body });
  const [status, setStatus] = useState<Status>({ kind: 'saved' });
  const latest = useRef<NoteText>(text);
  const base = useRef(note);
  const running = useRef<Promise<boolean>>(undefined);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);

  async function saveAll(): Promise<boolean> {
    try {
      while (!sameText(latest.current, base.current)) {
        setStatus({ kind: 'saving' });
        const outcome = await saveNote(base.current, latest.current);
        if (outcome.kind === 'conflict') {
          setStatus(outcome);
          return false;
        }
        base.current = outcome.note;
        rememberNote(queryClient, outcome.note);
      }
      setStatus({ kind: 'saved' });
      return true;
    } catch (error) {
      setStatus({ kind: 'failed', problem: explain(error) });
      return false;
    }
  }

  /** Resolves to true when the server has everything. */
  function save(): Promise<boolean> {
    clearTimeout(timer.current);
    running.current ??= saveAll().finally(() => {
      running.current = undefined;
    });
    return running.current;
  }

  function change(part: Partial<NoteText>) {
    latest.current = { ...latest.current, ...part };
    setText(latest.current);
    onWriting();
    if (status.kind === 'conflict') return;
    if (status.kind !== 'saving') setStatus({ kind: 'unsaved' });
    clearTimeout(timer.current);
    timer.current = setTimeout(() => void save(), pause);
  }

  /** After a conflict: this version goes over theirs. */
  function keepMine(theirs: Note) {
    base.current = theirs;
    void save();
  }

  /** After a conflict: theirs replaces this version. */
  function takeTheirs(theirs: Note) {
    base.current = theirs;
    latest.current = { title: theirs.title, body: theirs.body };
    setText(latest.current);
    setStatus({ kind: 'saved' });
    rememberNote(queryClient, theirs);
  }

  // What somebody else has saved comes in while nothing is unsaved here; otherwise saving finds the conflict.
  useEffect(() => {
    const isNew = note.updated_at > base.current.updated_at;
    if (!isNew || running.current || !sameText(latest.current, base.current)) return;
    base.current = note;
    latest.current = { title: note.title, body: note.body };
    setText(latest.current);
  }, [note]);

  // Whoever walks away in mid-sentence has it saved all the same.
  const saveOnLeave = useRef(save);
  saveOnLeave.current = save;
  useEffect(() => () => void saveOnLeave.current(), []);

  const clean = status.kind === 'saved';
  useEffect(() => {
    if (clean) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [clean]);

  return { text, status, change, save, keepMine, takeTheirs };
}
