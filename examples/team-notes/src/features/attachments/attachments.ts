import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { useToast } from '../../components/Toasts';
import { explain } from '../../lib/errors';
import { supabase } from '../../lib/supabase';
import type { Note } from '../notes/notes';
import { sendFile } from './sendFile';

const columns = 'id, note_id, name, path, type, size, created_at, uploader:profiles(full_name)';

/** How long a signed URL works, in seconds. */
const hour = 3600;

async function fetchAttachments(noteId: string) {
  const { data } = await supabase
    .from('attachments')
    .select(columns)
    .eq('note_id', noteId)
    .order('created_at')
    .order('id')
    .throwOnError();
  return data;
}

export type Attachment = Awaited<ReturnType<typeof fetchAttachments>>[number];

export const attachmentsQuery = (noteId: string) =>
  queryOptions({ queryKey: ['attachments', noteId], queryFn: () => fetchAttachments(noteId) });

const sizes = {
  /** Fills a tile. */
  thumbnail: { width: 480, height: 360, resize: 'cover' },
  /** Fits on a screen. */
  large: { width: 1600, height: 1600, resize: 'contain' },
} as const;

/** A URL for an `img`: whoever has it sees the picture, for an hour. */
export const pictureUrlQuery = ({ path }: Attachment, size: keyof typeof sizes) =>
  queryOptions({
    queryKey: ['picture-url', path, size],
    queryFn: async () => {
      const { data, error } = await supabase.storage
        .from('attachments')
        .createSignedUrl(path, hour, { transform: sizes[size] });
      if (error) throw error;
      return data.signedUrl;
    },
    staleTime: 0.8 * hour * 1000,
  });

/** Saves a file on the device under the name that it was attached with. */
export function useDownload() {
  const toast = useToast();
  return async ({ path, name }: Attachment) => {
    const { data, error } = await supabase.storage.from('attachments').createSignedUrl(path, 60);
    if (error) return toast(`${name} cannot be downloaded. ${explain(error)}`);
    // The option `download` of createSignedUrl encodes names like "März" twice.
    const url = new URL(data.signedUrl);
    url.searchParams.set('download', name);
    const link = document.createElement('a');
    link.href = url.href;
    link.click();
  };
}

type Attaching = Omit<Parameters<typeof sendFile>[0], 'path'> & {
  note: Pick<Note, 'id' | 'notebook_id'>;
  name: string;
};

/** Uploads a file and then says that it is there; takes it back where either fails or is stopped. */
export async function attach({ note, name, ...sending }: Attaching): Promise<Attachment> {
  const id = crypto.randomUUID();
  const path = `${note.notebook_id}/${note.id}/${id}`;
  try {
    await sendFile({ path, ...sending });
    const { data } = await supabase
      .from('attachments')
      .insert({ id, notebook_id: note.notebook_id, note_id: note.id, name })
      .select(columns)
      .single()
      .throwOnError();
    return data;
  } catch (error) {
    // What got lost may have been the answer only.
    await supabase.from('attachments').delete().eq('id', id);
    await supabase.storage.from('attachments').remove([path]);
    throw error;
  }
}

/** Takes a file off the screen at once, and puts it back should the server refuse. */
export function useRemoveAttachment(noteId: string) {
  const queryClient = useQueryClient();
  const toast = useToast();
  const { queryKey } = attachmentsQuery(noteId);
  return useMutation({
    mutationFn: async ({ id, path }: Attachment) => {
      await removeFiles([path]);
      await supabase.from('attachments').delete().eq('id', id).throwOnError();
    },
    onMutate: async ({ id }) => {
      await queryClient.cancelQueries({ queryKey });
      const before = queryClient.getQueryData(queryKey);
      queryClient.setQueryData(queryKey, (shown) => shown?.filter((each) => each.id !== id));
      return { before };
    },
    onError: (error, _attachment, context) => {
      queryClient.setQueryData(queryKey, context?.before);
      toast(explain(error));
    },
    onSettled: () => {
      void queryClient.invalidateQueries({ queryKey });
      void queryClient.invalidateQueries({ queryKey: ['notes'] });
    },
  });
}

async function removeFiles(paths: string[]) {
  const { error } = await supabase.storage.from('attachments').remove(paths);
  if (error) throw error;
}

/** How many files the Storage API removes in one call. */
const batch = 1000;

/** Removes the files of a note, or of all notes of a notebook, before it is deleted. */
export async function removeFilesOf(column: 'note_id' | 'notebook_id', id: string) {
  for (let start = 0; ; start += batch) {
    const { data } = await supabase
      .from('attachments')
      .select('path')
      .eq(column, id)
      .order('id')
      .range(start, start + batch - 1)
      .throwOnError();
    if (data.length > 0) await removeFiles(data.map(({ path }) => path));
    if (data.length < batch) return;
  }
}
