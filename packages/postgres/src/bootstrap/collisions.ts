import { PostgresError } from '../errors.ts';

/** SQLSTATEs of two servers or databases that set up the cluster's common roles at the same moment. */
const codes: readonly (string | undefined)[] = ['XX000', '23505', '42710', '40P01'];

/** Most attempts, and the pause before the second one in milliseconds; later ones are longer. */
const retry = { most: 8, pause: 50 } as const;

/** Does work that others may do at the same time again where it collides with theirs. */
export async function despiteCollisions<T>(work: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      const collided = error instanceof PostgresError && codes.includes(error.code);
      if (!collided || attempt === retry.most) throw error;
      await new Promise((resolve) => setTimeout(resolve, retry.pause * attempt));
    }
  }
}
