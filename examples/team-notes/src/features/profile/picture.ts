import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import type { Database } from '../../lib/database.types';
import { fileSize } from '../../lib/format';
import { supabase } from '../../lib/supabase';

/** What there is to show of somebody. */
export type Person = Pick<
  Database['public']['Tables']['profiles']['Row'],
  'id' | 'full_name' | 'picture_changed_at'
>;

/** What the bucket `avatars` takes. */
const maxSize = 5 * 1024 * 1024;
const types = ['image/png', 'image/jpeg', 'image/webp'];
export const accept = types.join();

const pathOf = (id: string) => `${id}/picture`;

export const profileQuery = (id: string) =>
  queryOptions({
    queryKey: ['profile', id],
    queryFn: async (): Promise<Person> => {
      const { data } = await supabase
        .from('profiles')
        .select('id, full_name, picture_changed_at')
        .eq('id', id)
        .single()
        .throwOnError();
      return data;
    },
  });

/** The picture of somebody as a data URL: small, and the same bytes wherever it stands. */
export const pictureQuery = ({ id, picture_changed_at }: Person) =>
  queryOptions({
    queryKey: ['picture', id, picture_changed_at],
    queryFn: async () => {
      const { data, error } = await supabase.storage.from('avatars').download(pathOf(id), {
        transform: { width: 96, height: 96, resize: 'cover' },
        cacheNonce: picture_changed_at ?? undefined,
      });
      if (error) throw error;
      return dataUrl(data);
    },
    enabled: picture_changed_at !== null,
    staleTime: Number.POSITIVE_INFINITY,
  });

function dataUrl(blob: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(blob);
  });
}

/** Throws a sentence where a file cannot be a profile picture. */
async function check(file: File) {
  if (!types.includes(file.type)) throw new Error('Choose a PNG, JPEG or WebP picture.');
  if (file.size > maxSize) {
    throw new Error(
      `${fileSize(file.size)} is too large. A picture may have up to ${fileSize(maxSize)}.`,
    );
  }
  try {
    (await createImageBitmap(file)).close();
  } catch {
    throw new Error('The file is damaged, or it is no picture.');
  }
}

/** Sets the picture of the signed-in user; null removes it. */
export function useSetPicture(userId: string) {
  const queryClient = useQueryClient();
  const avatars = supabase.storage.from('avatars');

  async function mark(picture_changed_at: string | null) {
    await supabase.from('profiles').update({ picture_changed_at }).eq('id', userId).throwOnError();
  }

  return useMutation({
    mutationFn: async (file: File | null) => {
      if (file) {
        await check(file);
        const { error } = await avatars.upload(pathOf(userId), file, { upsert: true });
        if (error) throw error;
        await mark(new Date().toISOString());
      } else {
        await mark(null);
        const { error } = await avatars.remove([pathOf(userId)]);
        if (error) throw error;
      }
    },
    // People stand in notebooks and beside notes.
    onSettled: () =>
      Promise.all(
        ['profile', 'notebooks', 'note'].map((key) =>
          queryClient.invalidateQueries({ queryKey: [key] }),
        ),
      ),
  });
}
