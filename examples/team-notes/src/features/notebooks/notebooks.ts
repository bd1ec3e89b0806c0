import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useToast } from '../../components/Toasts';
import type { Database } from '../../lib/database.types';
import { explain } from '../../lib/errors';
import { supabase } from '../../lib/supabase';
import { removeFilesOf } from '../attachments/attachments';
import { useUser } from '../auth/AuthProvider';

export type NotebookColor = Database['public']['Enums']['notebook_color'];
export type NotebookRole = Database['public']['Enums']['notebook_role'];

export const notebookColors: NotebookColor[] = [
  'marigold',
  'coral',
  'plum',
  'moss',
  'lagoon',
  'slate',
];

export const roleNames: Record<NotebookRole, string> = {
  owner: 'Owner',
  editor: 'Can edit',
  viewer: 'Can read',
};

async function fetchNotebooks() {
  const { data } = await supabase
    .from('notebooks')
    .select(
      `id, name, color,
       notes(count),
       members:notebook_members(role, created_at, profile:profiles(id, full_name, picture_changed_at))`,
    )
    .order('name')
    .order('created_at', { referencedTable: 'notebook_members' })
    .throwOnError();
  return data;
}

export const notebooksQuery = queryOptions({ queryKey: ['notebooks'], queryFn: fetchNotebooks });

export type Notebook = Awaited<ReturnType<typeof fetchNotebooks>>[number];
export type Member = Notebook['members'][number];

export const noteCount = (notebook: Notebook) => notebook.notes[0]?.count ?? 0;

export const useNotebooks = () => useQuery(notebooksQuery);

/** A notebook, and what the signed-in user may do in it. */
export function useNotebook(id: string | undefined) {
  const user = useUser();
  const { data: notebooks, isPending } = useNotebooks();
  const notebook = notebooks?.find((each) => each.id === id);
  const role = notebook?.members.find(({ profile }) => profile.id === user.id)?.role;
  return { notebook, role, canWrite: role === 'owner' || role === 'editor', isPending };
}

type NotebookInput = { name: string; color: NotebookColor };

export function useCreateNotebook() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (input: NotebookInput) => {
      const { data } = await supabase
        .from('notebooks')
        .insert(input)
        .select('id')
        .single()
        .throwOnError();
      await queryClient.invalidateQueries(notebooksQuery);
      return data;
    },
  });
}

/** Changes the list of notebooks at once, and puts it back should the server refuse. */
function useOptimisticNotebooks<Input>(
  change: (notebooks: Notebook[], input: Input) => Notebook[],
  send: (input: Input) => Promise<unknown>,
) {
  const queryClient = useQueryClient();
  const toast = useToast();
  return useMutation({
    mutationFn: send,
    onMutate: async (input) => {
      await queryClient.cancelQueries(notebooksQuery);
      const before = queryClient.getQueryData(notebooksQuery.queryKey);
      queryClient.setQueryData(
        notebooksQuery.queryKey,
        (current) => current && change(current, input),
      );
      return { before };
    },
    onError: (error, _input, context) => {
      queryClient.setQueryData(notebooksQuery.queryKey, context?.before);
      toast(explain(error));
    },
    onSettled: () => queryClient.invalidateQueries(notebooksQuery),
  });
}

export function useUpdateNotebook(id: string) {
  return useOptimisticNotebooks<NotebookInput>(
    (notebooks, input) =>
      notebooks.map((notebook) => (notebook.id === id ? { ...notebook, ...input } : notebook)),
    async (input) => {
      await supabase.from('notebooks').update(input).eq('id', id).throwOnError();
    },
  );
}

export function useDeleteNotebook(id: string) {
  return useOptimisticNotebooks<void>(
    (notebooks) => notebooks.filter((notebook) => notebook.id !== id),
    async () => {
      await removeFilesOf('notebook_id', id);
      await supabase.from('notebooks').delete().eq('id', id).throwOnError();
    },
  );
}

export function useChangeRole(notebookId: string) {
  return useOptimisticNotebooks<{ userId: string; role: NotebookRole }>(
    (notebooks, { userId, role }) =>
      notebooks.map((notebook) =>
        notebook.id === notebookId
          ? {
              ...notebook,
              members: notebook.members.map((member) =>
                member.profile.id === userId ? { ...member, role } : member,
              ),
            }
          : notebook,
      ),
    async ({ userId, role }) => {
      await supabase
        .from('notebook_members')
        .update({ role })
        .eq('notebook_id', notebookId)
        .eq('user_id', userId)
        .throwOnError();
    },
  );
}

export function useRemoveMember(notebookId: string) {
  return useOptimisticNotebooks<string>(
    (notebooks, userId) =>
      notebooks.map((notebook) =>
        notebook.id === notebookId
          ? {
              ...notebook,
              members: notebook.members.filter(({ profile }) => profile.id !== userId),
            }
          : notebook,
      ),
    async (userId) => {
      await supabase
        .from('notebook_members')
        .delete()
        .eq('notebook_id', notebookId)
        .eq('user_id', userId)
        .throwOnError();
    },
  );
}

export function useInviteMember(notebookId: string) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (invitation: { email: string; role: NotebookRole }) => {
      await supabase
        .rpc('invite_member', { notebook_id: notebookId, ...invitation })
        .throwOnError();
      await queryClient.invalidateQueries(notebooksQuery);
    },
  });
}
