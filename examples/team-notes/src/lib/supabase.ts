import { createClient } from '@supabase/supabase-js';
import type { Database } from './database.types';
import { backend } from './env';

// Without a backend the app shows how to set one up, and calls nobody.
export const supabase = createClient<Database>(
  backend?.url ?? 'http://localhost',
  backend?.publishableKey ?? 'missing',
);
