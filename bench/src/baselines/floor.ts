import { Database } from '@plinth/postgres';
import { createLogger } from '@plinth/server';
import { serveBaseline } from './baseline-server.ts';

/** node:http + Plinth's own one-round-trip execution with a constant statement: what cannot be undercut. */
const [connection = '{}', jwksUrl = ''] = process.argv.slice(2);
const database = new Database({
  connection: JSON.parse(connection),
  logger: createLogger({ level: 'error' }),
  maxConnections: 10,
});

serveBaseline(async (claims, { text, values, readOnly }) => {
  const [result] = await database.request(
    { role: claims.role, settings: [['request.jwt.claims', claims.json]] },
    [{ text, values }],
    { readOnly },
  );
  const [row] = result?.rows ?? [];
  return { body: row?.[0] ?? '', rows: Number(row?.[1] ?? 0) };
}, jwksUrl);
