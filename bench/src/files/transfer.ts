import { randomBytes } from 'node:crypto';
import { request } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { FileTarget } from './file-scenarios.ts';

const chunk = randomBytes(1_048_576);

function* zeroes(megabytes: number): Generator<Buffer> {
  for (let sent = 0; sent < megabytes; sent += 1) yield chunk;
}

/** Uploads a file of that many megabytes in one request; gives MB/s. */
export async function upload(target: FileTarget, megabytes: number): Promise<number> {
  const started = performance.now();
  await new Promise<void>((resolve, reject) => {
    const outgoing = request(
      `${target.url}${target.write}/large`,
      {
        method: 'POST',
        headers: {
          ...target.headers,
          'x-upsert': 'true',
          'content-type': 'application/octet-stream',
          'content-length': megabytes * chunk.length,
        },
      },
      (response) => {
        response.resume();
        response.once('end', () =>
          response.statusCode === 200 ? resolve() : reject(new Error(`${response.statusCode}`)),
        );
      },
    );
    pipeline(Readable.from(zeroes(megabytes)), outgoing).catch(reject);
  });
  return megabytes / ((performance.now() - started) / 1000);
}

/** Downloads the file again and drops it; gives MB/s. */
export async function download(target: FileTarget): Promise<number> {
  const started = performance.now();
  const bytes = await new Promise<number>((resolve, reject) => {
    request(`${target.url}${target.read}/large`, { headers: target.headers }, (response) => {
      let received = 0;
      response.on('data', (data: Buffer) => {
        received += data.length;
      });
      response.once('end', () => resolve(received));
      response.once('error', reject);
    })
      .once('error', reject)
      .end();
  });
  return bytes / chunk.length / ((performance.now() - started) / 1000);
}
