import type { RunningServer } from '@plinth/server';

/** What a person reads when the server is ready; secrets are for `plinth status`. */
export function greeting({ ready, needsOwner, setupUrl, notes }: RunningServer): string[] {
  const rows = [
    ['Studio', ready.studioUrl],
    ['API', ready.url],
    ['Mail', ready.mailUrl],
    ['Database', withoutPassword(ready.databaseUrl)],
    ['Public key', ready.publishableKey],
  ] as const;
  return [
    '',
    `  Plinth is ready in ${ready.dir}`,
    '',
    ...rows.map(([name, value]) => `  ${name.padEnd(12)}${value}`),
    '',
    ...notes.map((note) => `  Note: ${note}`),
    ...(notes.length > 0 ? [''] : []),
    needsOwner
      ? `  First, create your owner account: ${setupUrl}`
      : '  plinth status shows every key. Ctrl-C stops the server.',
    '',
  ];
}

function withoutPassword(url: string): string {
  return url.replace(/:[^:@/]+@/, ':[password]@');
}
