import { queryOptions } from '@tanstack/react-query';
import { supabase } from '../../lib/supabase';

async function fetchAnnouncements() {
  const { data } = await supabase
    .from('announcements')
    .select('id, message, created_at')
    .order('created_at', { ascending: false })
    .limit(3)
    .throwOnError();
  return data;
}

export const announcementsQuery = queryOptions({
  queryKey: ['announcements'],
  queryFn: fetchAnnouncements,
});

const storageKey = 'team-notes.announcements-read-until';

/** When the latest announcement was made that somebody has put away on this device; '' for none. */
export const readUntil = () => localStorage.getItem(storageKey) ?? '';

export const rememberRead = (until: string) => localStorage.setItem(storageKey, until);
