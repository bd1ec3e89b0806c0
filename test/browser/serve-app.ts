import { execFile } from 'node:child_process';
import { createReadStream, existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join, normalize } from 'node:path';
import { promisify } from 'node:util';
import { root } from './repository.ts';

/** An application of `examples/`, served as any static host would. */
export interface ServedApp {
  /** Where it is; known before the app is built, so that a backend can be told. */
  readonly url: string;
  /** Builds it for a backend. */
  build(backend: { readonly url: string; readonly publishableKey: string }): Promise<void>;
  close(): Promise<void>;
}

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
};

/** Serves `examples/team-notes` on a free port; paths that are no file get its index.html. */
export async function serveTeamNotes(): Promise<ServedApp> {
  const folder = mkdtempSync(join(tmpdir(), 'plinth-app-'));
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://app');
    send(response, folder, normalize(decodeURIComponent(pathname)));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    build: (backend) => build(folder, backend),
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => {
        server.close(resolve);
      });
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function send(response: ServerResponse, folder: string, path: string): void {
  const asked = join(folder, path);
  const isFile = existsSync(asked) && statSync(asked).isFile();
  const file = isFile ? asked : join(folder, 'index.html');
  response.setHeader('content-type', types[extname(file)] ?? 'application/octet-stream');
  createReadStream(file).pipe(response);
}

/** As its owner would: `vite build` with the two variables set. */
async function build(
  folder: string,
  { url, publishableKey }: { readonly url: string; readonly publishableKey: string },
): Promise<void> {
  await promisify(execFile)(
    process.execPath,
    [
      join(root, 'node_modules', 'vite', 'bin', 'vite.js'),
      'build',
      join(root, 'examples', 'team-notes'),
      '--outDir',
      folder,
      '--emptyOutDir',
      '--logLevel',
      'error',
    ],
    {
      cwd: root,
      env: {
        ...process.env,
        NODE_ENV: 'production',
        VITE_SUPABASE_URL: url,
        VITE_SUPABASE_PUBLISHABLE_KEY: publishableKey,
      },
    },
  );
}
