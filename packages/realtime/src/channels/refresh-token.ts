import type { ClientMessage } from '../protocol/client-message.ts';
import type { ReadRights } from './authorizer.ts';
import type { Channel } from './channel.ts';
import { checkCredential } from './credentials.ts';
import { readRightsOf } from './read-rights.ts';
import { recordOf } from './record-of.ts';
import { Refusal } from './refusal.ts';

/** Handles an `access_token` push: from now on the channel speaks for the new token, or is closed. */
export async function refreshToken(channel: Channel, message: ClientMessage): Promise<void> {
  const token = recordOf(message.payload)?.access_token;
  if (typeof token !== 'string' || token.startsWith('sb_') || token === channel.credential.token) {
    return;
  }
  try {
    const credential = await checkCredential(channel.core, token);
    const rights = await readRightsOf(channel.core, {
      caller: credential.caller,
      topic: channel.name,
      config: channel.config,
    });
    if (channel.isEnded) return;
    refuseRevoked(channel, rights);
    channel.credential = credential;
    channel.rights = rights;
    channel.presence.renew();
    channel.changes?.renew();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    channel.shutDown(error.message);
  }
}

function refuseRevoked(
  { rights: before, name, presence }: Channel,
  now: ReadRights | undefined,
): void {
  if (before === undefined || now === undefined) return;
  const lost = (before.broadcast && !now.broadcast) || (presence.mayRead === true && !now.presence);
  if (!lost) return;
  throw new Refusal(
    'Unauthorized',
    `You no longer have permission to read from this Channel topic: ${name}`,
  );
}
