import type { ProjectDetails } from '@plinth/console/api';

/** Code that works as it stands with this project's URL and key. */
export interface Snippet {
  readonly id: 'supabase-js' | 'vite' | 'psql';
  readonly label: string;
  readonly files: readonly { readonly name: string; readonly code: string }[];
}

/** The snippets of Home. */
export function snippetsOf(project: ProjectDetails): readonly Snippet[] {
  const { url, publishableKey, databaseUrl } = project;
  return [
    {
      id: 'supabase-js',
      label: 'supabase-js',
      files: [
        { name: 'Terminal', code: 'npm install @supabase/supabase-js' },
        {
          name: 'supabase.js',
          code: `import { createClient } from '@supabase/supabase-js';

export const supabase = createClient(
  '${url}',
  '${publishableKey}',
);`,
        },
      ],
    },
    {
      id: 'vite',
      label: 'React + Vite',
      files: [
        {
          name: '.env',
          code: `VITE_SUPABASE_URL=${url}\nVITE_SUPABASE_PUBLISHABLE_KEY=${publishableKey}`,
        },
        {
          name: 'src/supabase.ts',
          code: `import { createClient } from '@supabase/supabase-js';

export const supabase = createClient(
  import.meta.env.VITE_SUPABASE_URL,
  import.meta.env.VITE_SUPABASE_PUBLISHABLE_KEY,
);`,
        },
      ],
    },
    {
      id: 'psql',
      label: 'psql',
      files: [{ name: 'Terminal', code: `psql '${databaseUrl}'` }],
    },
  ];
}
