const url = import.meta.env.VITE_SUPABASE_URL;
const publishableKey = import.meta.env.VITE_SUPABASE_PUBLISHABLE_KEY;

/** Where the backend is; undefined until somebody has filled in `.env.local`. */
export const backend =
  url && publishableKey && !publishableKey.endsWith('...') ? { url, publishableKey } : undefined;
