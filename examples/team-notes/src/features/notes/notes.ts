import {
  type InfiniteData,
  infiniteQueryOptions,
  type QueryClient,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import { useToast } from '../../components/Toasts';
import { explain } from '../../lib/errors';
import { supabase } from '../../lib/supabase';
import { removeFilesOf } from '../attachments/attachments';
import { notebooksQuery } from '../notebooks/notebooks';

const pageSize = 20;
const noteColumns = `id, notebook_id, title, body, excerpt, created_at, updated_at,
   author:profiles(id, full_name, picture_changed_at)`;

type Cursor = { id: string; updated_at: string };

/** A page of notes, the latest first, from one notebook or from all. */
async function fetchNotes(notebookId: string | undefined, after: Cursor | undefined) {
  let query = supabase
    .from('notes')
    .select(
      `id, notebook_id, title, excerpt, updated_at,
       author:profiles(full_name), attachments(count)`,
    )
    .order('updated_at', { ascending: false })
    .order('id', { ascending: false })
    .limit(pageSize);
  if (notebookId) query = query.eq('notebook_id', notebookId);
  if (after) {
    const { id, updated_at } = after;
    query = query.or(
      `updated_at.lt."${updated_at}",and(updated_at.eq."${updated_at}",id.lt.${id})`,
    );
  }
  const { data } = await query.throwOnError();
  return data;
}

async function fetchNote(id: string) {
  const { data } = await supabase
    .from('notes')
    .select(noteColumns)
    .eq('id', id)
    .maybeSingle()
    .throwOnError();
  return data;
}

type NoteSummary = Awaited<ReturnType<typeof fetchNotes>>[number];
export type Note = NonNullable<Awaited<ReturnType<typeof fetchNote>>>;
type Version = Pick<Note, 'id' | 'updated_at'>;
type Pages = InfiniteData<NoteSummary[], Cursor | undefined>;

export const notesQuery = (notebookId?: string) =>
  infiniteQueryOptions({
    queryKey: ['notes', notebookId ?? 'all'],
    queryFn: ({ pageParam }) => fetchNotes(notebookId, pageParam),
    initialPageParam: undefined as Cursor | undefined,
    getNextPageParam: (page) => (page.length < pageSize ? undefined : page.at(-1)),
  });

export const noteQuery = (id: string) =>
  queryOptions({ queryKey: ['note', id], queryFn: () => fetchNote(id) });

/** Puts a note that the server has just sent wherever it is on the screen. */
export function rememberNote(queryClient: QueryClient, note: Note) {
  queryClient.setQueryData(noteQuery(note.id).queryKey, note);
  queryClient.setQueriesData<Pages>(
    { queryKey: ['notes'] },
    (data) =>
      data && {
        ...data,
        pages: data.pages.map((page) =>
          page.map((each) => (each.id === note.id ? { ...each, ...note } : each)),
        ),
      },
  );
}

/** Whether this version of a note, or a later one, is on the screen; timestamps of one form order as text. */
export function knowsVersion(queryClient: QueryClient, { id, updated_at }: Version) {
  const known = queryClient.getQueryData(noteQuery(id).queryKey);
  return known ? known.updated_at >= updated_at : false;
}

/** Puts what somebody else has changed into the note that is open. */
export function rememberChange(queryClient: QueryClient, changed: Version & NoteText) {
  const { id, title, body, updated_at } = changed;
  queryClient.setQueryData(
    noteQuery(id).queryKey,
    (note) => note && { ...note, title, body, updated_at },
  );
}

/** Somebody else has deleted the note. */
export function forgetNote(queryClient: QueryClient, id: string) {
  queryClient.setQueryData(noteQuery(id).queryKey, (note) => (note ? null : undefined));
}

export function useCreateNote() {
  const queryClient = useQueryClient();
  const toast = useToast();
  return useMutation({
    mutationFn: async (notebookId: string) => {
      const { data } = await supabase
        .from('notes')
        .insert({ notebook_id: notebookId })
        .select(noteColumns)
        .single()
        .throwOnError();
      return data;
    },
    onSuccess: async (note) => {
      rememberNote(queryClient, note);
      void queryClient.invalidateQueries(notebooksQuery);
      await queryClient.invalidateQueries({ queryKey: ['notes'] });
    },
    onError: (error) => toast(explain(error)),
  });
}

/** Takes a note off the screen at once, and puts it back should the server refuse. */
export function useDeleteNote() {
  const queryClient = useQueryClient();
  const toast = useToast();
  return useMutation({
    mutationFn: async ({ id }: Pick<Note, 'id'>) => {
      await removeFilesOf('note_id', id);
      await supabase.from('notes').delete().eq('id', id).throwOnError();
    },
    onMutate: async ({ id }) => {
      await queryClient.cancelQueries({ queryKey: ['notes'] });
      const before = queryClient.getQueriesData<Pages>({ queryKey: ['notes'] });
      queryClient.setQueriesData<Pages>(
        { queryKey: ['notes'] },
        (data) =>
          data && {
            ...data,
            pages: data.pages.map((page) => page.filter((each) => each.id !== id)),
          },
      );
      return { before };
    },
    onError: (error, _note, context) => {
      for (const [key, data] of context?.before ?? []) queryClient.setQueryData(key, data);
      toast(explain(error));
    },
    onSettled: (_data, _error, { id }) => {
      queryClient.removeQueries({ queryKey: noteQuery(id).queryKey });
      void queryClient.invalidateQueries({ queryKey: ['notes'] });
      void queryClient.invalidateQueries({ queryKey: ['search'] });
      void queryClient.invalidateQueries(notebooksQuery);
    },
  });
}

export type NoteText = Pick<Note, 'title' | 'body'>;
type SaveOutcome = { kind: 'saved'; note: Note } | { kind: 'conflict'; theirs: Note };

/** Saves a text over the version that it was written on. Throws a sentence where that cannot be. */
export async function saveNote(base: Note, { title, body }: NoteText): Promise<SaveOutcome> {
  const { data: note } = await supabase
    .from('notes')
    .update({ title, body })
    .eq('id', base.id)
    .eq('updated_at', base.updated_at)
    .select(noteColumns)
    .maybeSingle()
    .throwOnError();
  if (note) return { kind: 'saved', note };

  const current = await fetchNote(base.id);
  if (!current) throw new Error('Somebody has deleted this note, or taken you off its notebook.');
  if (current.updated_at === base.updated_at) {
    throw new Error('You may read this notebook, but no longer change it.');
  }
  return { kind: 'conflict', theirs: current };
}
