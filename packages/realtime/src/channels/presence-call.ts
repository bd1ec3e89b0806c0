import { AppError, type Json } from '@plinth/kernel';
import type { ClientMessage } from '../protocol/client-message.ts';
import type { Channel } from './channel.ts';
import { recordOf } from './record-of.ts';

/** Handles a `presence` push: track or untrack. */
export function presenceCall(channel: Channel, message: ClientMessage): void | Promise<void> {
  const { event, payload } = recordOf(message.payload) ?? {};
  if (typeof event !== 'string') {
    channel.reply(message, 'ok');
    return;
  }
  if (!channel.presence.takeCall()) {
    channel.shutDown('Client presence rate limit exceeded');
    return;
  }
  switch (event.toLowerCase()) {
    case 'track':
      return channel.config.isPrivate
        ? trackPrivately(channel, message, payload)
        : track(channel, message, payload);
    case 'untrack':
      channel.presence.untrack();
      channel.reply(message, 'ok');
      return;
    default:
      channel.reply(message, 'error');
  }
}

function track(channel: Channel, message: ClientMessage, payload: Json = {}): void {
  const { limits, rates } = channel.core;
  const shown = recordOf(payload);
  if (shown === undefined) {
    const reason = 'Presence track payload must be a map';
    channel.reply(message, 'error', JSON.stringify({ reason }));
    return;
  }
  if (Buffer.byteLength(JSON.stringify(shown)) > limits.trackSize) {
    channel.shutDown('Track message size exceeded');
    return;
  }
  if (!rates.presence.take()) {
    channel.shutDown('Too many presence messages per second');
    return;
  }
  channel.presence.track(shown);
  channel.reply(message, 'ok');
}

async function trackPrivately(
  channel: Channel,
  message: ClientMessage,
  payload: Json | undefined,
): Promise<void> {
  const { authorizer, logger } = channel.core;
  const { presence, caller, name } = channel;
  try {
    // Presence that the join did not enable is enabled by this: only now its policies matter.
    presence.mayRead ??= (await authorizer.readRights(caller, name)).presence;
    if (!(await authorizer.mayWrite(caller, name, 'presence'))) {
      channel.reply(message, 'error');
      return;
    }
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    logger.error({ err: error, topic: name }, 'UnableToHandlePresence');
    channel.reply(message, 'error');
    return;
  }
  if (!channel.isEnded) track(channel, message, payload);
}
