import { createHash } from 'node:crypto';

/** Longest name of a slot, in bytes. */
const longest = 63;

/**
 * The slot of a database: readable, and another one for each database of the cluster. `suffix` tells several readers
 * of one database apart.
 */
export function slotName(database: string, suffix = ''): string {
  const digest = createHash('sha256').update(`${database}/${suffix}`).digest('hex').slice(0, 8);
  const prefix = 'plinth_realtime_';
  const room = longest - prefix.length - digest.length - 1;
  const readable = `${database}_${suffix}`
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '_')
    .slice(0, room)
    .replace(/_+$/, '');
  return `${prefix}${readable}_${digest}`;
}
