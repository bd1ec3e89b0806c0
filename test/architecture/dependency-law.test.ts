import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { expect, test } from 'vitest';
import { importsOf, root, sourceFiles } from './source-files.ts';

/** Which packages of ours each package may import (ARCHITECTURE.md, "Dependency law"). */
const services = ['schema', 'data', 'auth', 'storage', 'functions', 'realtime', 'jobs'];
const foundation = ['kernel', 'config', 'postgres'];
const law: Readonly<Record<string, readonly string[]>> = {
  kernel: [],
  config: ['kernel'],
  postgres: ['kernel', 'config'],
  ...Object.fromEntries(services.map((service) => [service, foundation])),
  // The console builds on the schema tools; of the other services it only knows ports.
  console: [...foundation, 'schema'],
  server: [...foundation, ...services, 'console'],
  cli: [...foundation, ...services, 'console', 'server'],
  testkit: [...foundation, ...services, 'console', 'server'],
};

const packages = readdirSync(join(root, 'packages'));

test('every package has its place in the law', () => {
  expect(packages.filter((name) => law[name] === undefined)).toEqual([]);
});

test('packages import only what the law allows, and only through the front door', () => {
  const breaches: string[] = [];
  for (const name of packages) {
    for (const file of sourceFiles(join('packages', name, 'src'))) {
      for (const specifier of importsOf(file)) {
        const [, target, inside] = /^@plinth\/([^/]+)(\/.*)?$/.exec(specifier) ?? [];
        if (target === undefined) continue;
        const allowed = law[name]?.includes(target) === true && inside === undefined;
        if (!allowed) breaches.push(`${relative(root, file)} imports ${specifier}`);
      }
    }
  }
  expect(breaches).toEqual([]);
});

test('no import leaves its package by a relative path', () => {
  const breaches: string[] = [];
  for (const name of packages) {
    const home = join(root, 'packages', name);
    for (const file of sourceFiles(join('packages', name, 'src'))) {
      for (const specifier of importsOf(file)) {
        if (!specifier.startsWith('.')) continue;
        const target = join(file, '..', specifier);
        if (relative(home, target).startsWith('..'))
          breaches.push(`${relative(root, file)} imports ${specifier}`);
      }
    }
  }
  expect(breaches).toEqual([]);
});

test('Studio takes nothing from the server but types', () => {
  const breaches: string[] = [];
  for (const file of sourceFiles(join('apps', 'studio', 'src'))) {
    const text = readFileSync(file, 'utf8');
    for (const [statement] of text.matchAll(/^(?:import|export)[^;]*?from '@plinth\/[^']+'/gms)) {
      if (!/^(?:import|export) type\b/.test(statement))
        breaches.push(`${relative(root, file)}: ${statement}`);
    }
  }
  expect(breaches).toEqual([]);
});
