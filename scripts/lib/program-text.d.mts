import type { Plugin as BundlePlugin } from 'esbuild';
import type { Plugin as SourcePlugin } from 'vite';

export const programsInBundle: BundlePlugin;
export const programsInSources: SourcePlugin;
