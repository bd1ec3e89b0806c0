import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';

const compressible = /\.(?:js|css|html|svg|json)$/;

/** Writes `.br` and `.gz` beside every text file, so that the server never compresses on the way. */
export function precompress(): Plugin {
  let folder = '';
  return {
    name: 'plinth-precompress',
    apply: 'build',
    configResolved(config): void {
      folder = join(config.root, config.build.outDir);
    },
    closeBundle(): void {
      for (const entry of readdirSync(folder, { recursive: true, encoding: 'utf8' })) {
        if (!compressible.test(entry)) continue;
        const file = join(folder, entry);
        const content = readFileSync(file);
        writeFileSync(`${file}.br`, brotliCompressSync(content));
        writeFileSync(`${file}.gz`, gzipSync(content, { level: 9 }));
      }
    },
  };
}
