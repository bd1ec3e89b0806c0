import { useQueryClient } from '@tanstack/react-query';
import { createContext, type ReactNode, useContext, useEffect, useRef, useState } from 'react';
import { explain } from '../../lib/errors';
import type { Note } from '../notes/notes';
import { attach, attachmentsQuery } from './attachments';
import { problemWith, typeOf } from './limits';

/** A file on its way to a note, or one that did not get there. */
export type Upload = {
  id: string;
  note: Pick<Note, 'id' | 'notebook_id'>;
  file: File;
  /** From 0 to 1. */
  sent: number;
  problem?: string;
  /** True where another try could go better. */
  canRetry: boolean;
};

type Uploads = {
  uploads: Upload[];
  add: (note: Upload['note'], files: Iterable<File>) => void;
  retry: (upload: Upload) => void;
  /** Stops an upload, or puts its problem away. */
  drop: (upload: Upload) => void;
};

const UploadsContext = createContext<Uploads | undefined>(undefined);

/** Sends files one after the other, whichever note is open meanwhile. */
export function UploadsProvider({ children }: { children: ReactNode }) {
  const queryClient = useQueryClient();
  const [uploads, setUploads] = useState<Upload[]>([]);
  const queue = useRef(Promise.resolve());
  const controllers = useRef(new Map<string, AbortController>());

  const change = (id: string, part: Partial<Upload>) =>
    setUploads((all) => all.map((each) => (each.id === id ? { ...each, ...part } : each)));
  const forget = (id: string) => setUploads((all) => all.filter((each) => each.id !== id));

  async function send({ id, note, file }: Upload, signal: AbortSignal) {
    if (signal.aborted) return;
    try {
      const attachment = await attach({
        note,
        name: file.name,
        file: new File([file], file.name, { type: typeOf(file) }),
        onProgress: (sent) => change(id, { sent }),
        signal,
      });
      queryClient.setQueryData(attachmentsQuery(note.id).queryKey, (shown) =>
        shown ? [...shown, attachment] : shown,
      );
      void queryClient.invalidateQueries({ queryKey: ['notes'] });
      forget(id);
    } catch (error) {
      if (!signal.aborted) change(id, { problem: explain(error), canRetry: true });
    }
  }

  function start(upload: Upload) {
    const controller = new AbortController();
    controllers.current.set(upload.id, controller);
    queue.current = queue.current.then(() => send(upload, controller.signal));
  }

  function add(note: Upload['note'], files: Iterable<File>) {
    const added = [...files].map(
      (file): Upload => ({
        id: crypto.randomUUID(),
        note,
        file,
        sent: 0,
        problem: problemWith(file),
        canRetry: false,
      }),
    );
    setUploads((all) => [...all, ...added]);
    added.filter(({ problem }) => !problem).forEach(start);
  }

  function retry(upload: Upload) {
    change(upload.id, { sent: 0, problem: undefined, canRetry: false });
    start(upload);
  }

  function drop({ id }: Upload) {
    controllers.current.get(id)?.abort();
    forget(id);
  }

  // Who signs out leaves nothing on its way.
  useEffect(() => {
    const { current } = controllers;
    return () => {
      for (const controller of current.values()) controller.abort();
    };
  }, []);

  const busy = uploads.some(({ problem }) => !problem);
  useWarning(busy);
  useNoAccidentalOpening();
  return <UploadsContext value={{ uploads, add, retry, drop }}>{children}</UploadsContext>;
}

export function useUploads() {
  const uploads = useContext(UploadsContext);
  if (!uploads) throw new Error('useUploads needs an UploadsProvider around it');
  return uploads;
}

/** Asks before the page is left while files are on their way. */
function useWarning(busy: boolean) {
  useEffect(() => {
    if (!busy) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [busy]);
}

/** A file that is dropped beside a note would replace the app: the browser opens it. */
function useNoAccidentalOpening() {
  useEffect(() => {
    const refuse = (event: DragEvent) => {
      if (event.dataTransfer?.types.includes('Files')) event.preventDefault();
    };
    window.addEventListener('dragover', refuse);
    window.addEventListener('drop', refuse);
    return () => {
      window.removeEventListener('dragover', refuse);
      window.removeEventListener('drop', refuse);
    };
  }, []);
}
