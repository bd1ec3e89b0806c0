import type { Clock, Random } from '@plinth/kernel';

/** How long new blobs share a folder, in milliseconds. */
const turn = 100;

/**
 * A name for a new blob. Names of the same moment begin alike: the disk store puts those blobs into one folder, so that one
 * fsync makes all of their entries durable. Within half a minute each of its 256 folders has its turn.
 */
export function newVersion({ clock, random }: { clock: Clock; random: Random }): string {
  const folder = Math.floor(clock.now() / turn) % 256;
  return folder.toString(16).padStart(2, '0') + random.uuid().slice(2);
}
