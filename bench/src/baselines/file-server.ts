import { createReadStream, createWriteStream, mkdirSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { basename, join } from 'node:path';
import { pipeline } from 'node:stream/promises';

/** node:http + fs, nothing else: no permission, no row, no fsync. What a file costs at least. */
const [folder = '.'] = process.argv.slice(2);
mkdirSync(folder, { recursive: true });

async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const path = join(folder, basename(new URL(request.url ?? '/', 'http://x').pathname));
  if (request.method === 'POST') {
    await pipeline(request, createWriteStream(path));
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"Key":"file"}');
    return;
  }
  const { size } = await stat(path);
  response.writeHead(200, { 'content-type': 'application/octet-stream', 'content-length': size });
  await pipeline(createReadStream(path), response);
}

const server = createServer((request, response) => {
  handle(request, response).catch(() => response.destroy());
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  process.stdout.write(`${typeof address === 'object' ? address?.port : ''}\n`);
});
