import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { precompress } from './build/precompress.ts';
import { sizeBudget } from './build/size-budget.ts';

/** Where `vite dev` finds the API: a server that runs already. */
const server = process.env.PLINTH_URL ?? 'http://127.0.0.1:54321';
const services = ['/console/', '/p/', '/auth/', '/rest/', '/storage/', '/mail'];
const sockets = '/realtime/';

export default defineConfig({
  base: '/studio/',
  server: {
    proxy: {
      ...Object.fromEntries(services.map((path) => [path, server])),
      [sockets]: { target: server, ws: true },
    },
  },
  plugins: [
    react(),
    tailwindcss(),
    sizeBudget({ firstLoad: 200_000, chunk: 150_000 }),
    precompress(),
  ],
  build: {
    target: ['chrome111', 'firefox113', 'safari16.4'],
    // Inlined files would be data: URLs, which the content security policy does not let in.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 1000,
  },
});
