import { useEffect, useState, useSyncExternalStore } from 'react';
import { useUser } from '../auth/AuthProvider';
import type { Member, Notebook } from '../notebooks/notebooks';
import { type Company, enterRoom, nobody, type Room } from './room';

const never = () => () => {};

/** Enters the room of a notebook: who else is there, and where. */
export function useRoom(notebookId: string | undefined): { room: Room | undefined } & Company {
  const { id } = useUser();
  const [room, setRoom] = useState<Room>();
  useEffect(() => {
    if (!notebookId) return;
    const { room: entered, leave } = enterRoom(notebookId, id);
    setRoom(entered);
    return () => {
      setRoom(undefined);
      leave();
    };
  }, [notebookId, id]);
  const company = useSyncExternalStore(room?.listen ?? never, () => room?.company ?? nobody);
  return { room, ...company };
}

export type Person = Member['profile'];

/** The others who have a note open, and those of them who write it. */
export function useNoteCompany(notebook: Notebook | undefined, noteId: string) {
  const { room, here, writing } = useRoom(notebook?.id);
  useEffect(() => {
    room?.open(noteId);
    return () => room?.open(null);
  }, [room, noteId]);
  return { room, ...companyOf(notebook, noteId, { here, writing }) };
}

/** Only members have names here: a channel carries ids. */
export function companyOf(notebook: Notebook | undefined, noteId: string, company: Company) {
  const people = notebook?.members.map(({ profile }) => profile) ?? [];
  return {
    readers: people.filter(({ id }) => company.here.get(id)?.has(noteId)),
    writers: people.filter(({ id }) => company.writing.get(id) === noteId),
  };
}
