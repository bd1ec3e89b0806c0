import type { TestBackend } from '@plinth/testkit';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import WebSocket from 'ws';

/** The official client, as an application makes it; Node 20 has no WebSocket of its own. */
export function clientOf({ url }: TestBackend, key: string): SupabaseClient {
  return createClient(url, key, {
    auth: { persistSession: false, autoRefreshToken: false },
    realtime: { transport: WebSocket as never },
  });
}
