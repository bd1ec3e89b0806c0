import { gzipSync } from 'node:zlib';
import type { Plugin, Rolldown } from 'vite';

/** Limits in bytes after gzip. */
export interface SizeBudget {
  /** All scripts that the first page asks for before it can show anything. */
  readonly firstLoad: number;
  /** Any script that is loaded later. */
  readonly chunk: number;
}

const kilobytes = (bytes: number): string => `${(bytes / 1000).toFixed(1)} kB`;

/** The entry with everything it imports statically. */
function eagerChunks(bundle: Rolldown.OutputBundle): Set<string> {
  const eager = new Set<string>();
  const visit = (name: string): void => {
    const file = bundle[name];
    if (eager.has(name) || file?.type !== 'chunk') return;
    eager.add(name);
    for (const imported of file.imports) visit(imported);
  };
  for (const [name, file] of Object.entries(bundle))
    if (file.type === 'chunk' && file.isEntry) visit(name);
  return eager;
}

/** Fails the build where a first load or a lazy chunk has outgrown its budget; prints both. */
export function sizeBudget(budget: SizeBudget): Plugin {
  return {
    name: 'plinth-size-budget',
    apply: 'build',
    generateBundle(_options, bundle): void {
      const eager = eagerChunks(bundle);
      let firstLoad = 0;
      for (const [name, file] of Object.entries(bundle)) {
        if (file.type !== 'chunk') continue;
        const size = gzipSync(file.code, { level: 9 }).length;
        if (eager.has(name)) firstLoad += size;
        else if (size > budget.chunk)
          this.error(`${name} is ${kilobytes(size)} gz; the budget is ${kilobytes(budget.chunk)}`);
      }
      this.info(`first load ${kilobytes(firstLoad)} gz of ${kilobytes(budget.firstLoad)}`);
      if (firstLoad > budget.firstLoad)
        this.error(`first load is ${kilobytes(firstLoad)} gz: over its budget`);
    },
  };
}
