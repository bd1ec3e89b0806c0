import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { createRemoteJWKSet, jwtVerify } from 'jose';

/** Runs one statement as the caller; the two baselines differ in this function alone. */
export type Execute = (
  claims: { readonly role: string; readonly json: string },
  statement: {
    readonly text: string;
    readonly values: readonly string[];
    readonly readOnly: boolean;
  },
) => Promise<{ readonly body: string; readonly rows: number }>;

import { embedStatement, insertStatement, readStatement } from './statements.ts';

/** The least a server can do: route by path, verify the token once, run a fixed statement, answer. */
export function serveBaseline(execute: Execute, jwksUrl: string): void {
  const jwks = createRemoteJWKSet(new URL(jwksUrl));
  const verified = new Map<string, { role: string; json: string }>();

  const claimsOf = async (request: IncomingMessage): Promise<{ role: string; json: string }> => {
    const token = request.headers.authorization?.slice('Bearer '.length) ?? '';
    const known = verified.get(token);
    if (known !== undefined) return known;
    const { payload } = await jwtVerify(token, jwks);
    const claims = { role: String(payload.role), json: JSON.stringify(payload) };
    verified.set(token, claims);
    return claims;
  };

  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const claims = await claimsOf(request);
    const url = request.url ?? '';
    if (request.method === 'POST') {
      const body = await readBody(request);
      await execute(claims, { text: insertStatement, values: [body], readOnly: false });
      response.writeHead(201, { 'content-length': 0 }).end();
      return;
    }
    const statement = url.startsWith('/rest/v1/tasks')
      ? { text: readStatement, values: ['1'], readOnly: true }
      : { text: embedStatement, values: [], readOnly: true };
    const { body, rows } = await execute(claims, statement);
    response.writeHead(200, {
      'content-type': 'application/json; charset=utf-8',
      'content-range': `0-${rows - 1}/*`,
      'content-length': Buffer.byteLength(body),
    });
    response.end(body);
  };

  const server = createServer((request, response) => {
    handle(request, response).catch((error: unknown) => {
      response.writeHead(500).end(String(error));
    });
  });
  server.listen(0, '127.0.0.1', () => {
    const address = server.address();
    process.stdout.write(`${typeof address === 'object' ? address?.port : ''}\n`);
  });
}

function readBody(request: IncomingMessage): Promise<string> {
  return new Promise((resolve, reject) => {
    let body = '';
    request.setEncoding('utf8');
    request.on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', () => resolve(body));
    request.on('error', reject);
  });
}
