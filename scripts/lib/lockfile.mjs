import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './run.mjs';

const lockFile = join(root, 'package-lock.json');

/** @returns {Record<string, any>} the lock's entries by their path, `node_modules/…` */
function readLock() {
  return JSON.parse(readFileSync(lockFile, 'utf8'));
}

/**
 * Optional packages that a locked package names and the lock has no entry for. npm leaves them out when
 * the registry at hand does not carry the binary of some other platform, and `npm ci` then refuses the
 * whole lock.
 */
export function missingPlatformPackages(lock = readLock()) {
  const missing = [];
  for (const [path, entry] of Object.entries(lock.packages)) {
    for (const [name, version] of Object.entries(entry.optionalDependencies ?? {})) {
      if (lock.packages[`${path}/node_modules/${name}`] !== undefined) continue;
      if (lock.packages[`node_modules/${name}`] !== undefined) continue;
      missing.push({ name, version, dev: entry.dev === true });
    }
  }
  return missing;
}

const systems = ['android', 'darwin', 'freebsd', 'linux', 'openharmony', 'win32'];
const processors = ['arm64', 'arm', 'ia32', 'ppc64', 'riscv64', 's390x', 'wasm32', 'x64'];

/** What a platform package's name says of the machines it is for: `…-linux-arm64-musl`. */
function platformOf(name) {
  const parts = name.split('/').at(-1).split('-');
  const os = systems.filter((system) => parts.includes(system));
  const cpu = processors.filter((processor) => parts.includes(processor));
  const libc = [];
  if (os[0] === 'linux' && parts.some((part) => part.startsWith('musl'))) libc.push('musl');
  if (os[0] === 'linux' && parts.some((part) => part.startsWith('gnu'))) libc.push('glibc');
  return { os, cpu, libc };
}

/** Adds an entry for each missing platform package, and returns their names. */
export function completeLock() {
  const lock = readLock();
  const missing = missingPlatformPackages(lock);
  for (const { name, version, dev } of missing) {
    const { os, cpu, libc } = platformOf(name);
    if (cpu.length === 0) throw new Error(`the lock misses ${name}, which names no platform`);
    lock.packages[`node_modules/${name}`] = {
      version,
      cpu,
      ...(dev ? { dev } : {}),
      ...(libc.length > 0 ? { libc } : {}),
      optional: true,
      ...(os.length > 0 ? { os } : {}),
    };
  }
  const [project, ...rest] = Object.entries(lock.packages);
  rest.sort(([a], [b]) => a.localeCompare(b, 'en'));
  lock.packages = Object.fromEntries([project, ...rest]);
  writeFileSync(lockFile, `${JSON.stringify(lock, null, 2)}\n`);
  return missing.map(({ name }) => name);
}
