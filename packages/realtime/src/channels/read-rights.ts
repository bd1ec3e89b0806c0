import { AppError, type Caller } from '@plinth/kernel';
import type { RealtimeCore } from '../core.ts';
import type { ReadRights } from './authorizer.ts';
import type { JoinConfig } from './join-config.ts';
import { Refusal } from './refusal.ts';

/** Who wants to read what. */
export interface Reader {
  readonly caller: Caller;
  /** Without its prefix. */
  readonly topic: string;
  readonly config: Pick<JoinConfig, 'isPrivate' | 'presenceEnabled'>;
}

/** What the policies allow on a private topic, undefined for a public one. Throws Refusal where they allow nothing. */
export async function readRightsOf(
  { authorizer, logger }: Pick<RealtimeCore, 'authorizer' | 'logger'>,
  { caller, topic, config }: Reader,
): Promise<ReadRights | undefined> {
  if (!config.isPrivate) return undefined;
  const rights = await ask();
  if (rights.broadcast || (config.presenceEnabled && rights.presence)) return rights;
  throw new Refusal(
    'Unauthorized',
    `You do not have permissions to read from this Channel topic: ${topic}`,
  );

  async function ask(): Promise<ReadRights> {
    try {
      return await authorizer.readRights(caller, topic);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      logger.error({ err: error, topic }, 'UnableToSetPolicies');
      throw new Refusal(error.code, error.message);
    }
  }
}
