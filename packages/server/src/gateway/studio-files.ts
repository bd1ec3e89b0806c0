import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply } from 'fastify';

/** A year: the name of a hashed file changes with its contents. */
const immutable = 'public, max-age=31536000, immutable';

export interface StudioFilesOptions {
  /** Folder of the built application. */
  readonly folder: string;
  /** Origin of the API where it is not the one of the page. */
  readonly apiOrigin: string;
  /** The control project's public key: Studio sends it from its first call on. */
  readonly publicKey: string;
}

/**
 * Studio under /studio: static files, compressed when they were built, and its page for every other path
 * below (the application routes by itself). Nothing foreign runs or is loaded in it.
 */
export function addStudioFiles(
  app: FastifyInstance,
  { folder, apiOrigin, publicKey }: StudioFilesOptions,
): void {
  const policy = contentSecurityPolicy(apiOrigin);
  const secure = (reply: FastifyReply): FastifyReply =>
    reply
      .header('content-security-policy', policy)
      .header('x-content-type-options', 'nosniff')
      .header('referrer-policy', 'same-origin');

  const sendPage = async (reply: FastifyReply): Promise<FastifyReply> => {
    const page = await readFile(join(folder, 'index.html'), 'utf8');
    const key = `<meta name="plinth-key" content="${publicKey}" />`;
    return reply.type('text/html; charset=utf-8').send(page.replace('</head>', `${key}</head>`));
  };

  app.get('/', (_request, reply) => reply.redirect('/studio/'));
  app.get('/studio', (_request, reply) => reply.redirect('/studio/'));
  app.register(
    async (scope) => {
      if (!existsSync(join(folder, 'index.html'))) {
        scope.get('/*', (_request, reply) =>
          reply
            .code(503)
            .type('text/plain')
            .send('Studio has not been built. Run npm run build.\n'),
        );
        return;
      }
      await scope.register(fastifyStatic, {
        root: folder,
        serve: false,
        preCompressed: true,
        cacheControl: false,
      });
      scope.addHook('onSend', async (_request, reply) => void secure(reply));
      scope.get<{ Params: { '*': string } }>('/*', (request, reply) => {
        const path = request.params['*'];
        if (path.startsWith('assets/')) {
          return reply.header('cache-control', immutable).sendFile(path);
        }
        reply.header('cache-control', 'no-cache');
        const isFile = path !== '' && existsSync(join(folder, path)) && !path.includes('..');
        return isFile && path !== 'index.html' ? reply.sendFile(path) : sendPage(reply);
      });
    },
    { prefix: '/studio' },
  );
}

function contentSecurityPolicy(apiOrigin: string): string {
  const api = apiOrigin === '' ? '' : ` ${apiOrigin}`;
  const sockets = api.replace(/http(s?):/, 'ws$1:');
  return [
    "default-src 'none'",
    "script-src 'self'",
    // CodeMirror and Radix write style elements.
    "style-src 'self' 'unsafe-inline'",
    "font-src 'self'",
    `img-src 'self' data: blob:${api}`,
    // Previews of stored files: fetched with the session's token and shown from memory; what a browser reads piece by
    // piece (long recordings, PDF) by a signed URL.
    `media-src 'self' blob:${api}`,
    `frame-src 'self' blob:${api}`,
    `connect-src 'self'${api}${sockets}`,
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');
}
