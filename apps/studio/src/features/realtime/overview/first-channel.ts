import type { ProjectDetails } from '@plinth/console/api';

/** A client that joins a topic, hears and says something; works as it stands. */
export const firstChannel = ({
  url,
  publishableKey,
}: Pick<ProjectDetails, 'url' | 'publishableKey'>): string =>
  `import { createClient } from '@supabase/supabase-js';

const supabase = createClient('${url}', '${publishableKey}');

const room = supabase.channel('room:1');
room
  .on('broadcast', { event: 'hello' }, ({ payload }) => console.log(payload))
  .subscribe((status) => {
    if (status === 'SUBSCRIBED')
      room.send({ type: 'broadcast', event: 'hello', payload: { from: 'me' } });
  });`;
