import { dirname, join } from 'node:path';

const suffix = '?program';

/** A program and all that it imports as the text of one CommonJS script, for `new Worker(text, { eval: true })`. */
async function programText(path) {
  const { build } = await import('esbuild');
  const { outputFiles } = await build({
    entryPoints: [path],
    bundle: true,
    write: false,
    minify: true,
    format: 'cjs',
    platform: 'node',
    target: 'node20.19',
    external: ['pg-native'],
    loader: { '.sql': 'text', '.html': 'text' },
    logLevel: 'warning',
  });
  return outputFiles[0].text;
}

/** For esbuild: `import text from './main.ts?program'`. */
export const programsInBundle = {
  name: 'programs',
  setup(build) {
    build.onResolve({ filter: /\?program$/ }, ({ path, importer }) => ({
      path: join(dirname(importer), path.slice(0, -suffix.length)),
      namespace: 'program',
    }));
    build.onLoad({ filter: /./, namespace: 'program' }, async ({ path }) => ({
      contents: await programText(path),
      loader: 'text',
    }));
  },
};

/** The same for vite. */
export const programsInSources = {
  name: 'programs',
  enforce: 'pre',
  load: async (id) =>
    id.endsWith(suffix)
      ? `export default ${JSON.stringify(await programText(id.slice(0, -suffix.length)))}`
      : null,
};
