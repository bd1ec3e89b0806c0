import { AppError } from '@plinth/kernel';
import type { BroadcastMessage } from '../broadcast/broadcast-message.ts';
import type { ClientMessage } from '../protocol/client-message.ts';
import type { Channel } from './channel.ts';
import { recordOf } from './record-of.ts';

/** Handles a `broadcast` push: sends it to everybody on the topic, where the policies allow it. */
export function pushBroadcast(channel: Channel, message: ClientMessage): void | Promise<void> {
  if (channel.config.isPrivate) return pushPrivately(channel, message);
  push(channel, message);
}

/** A sender without the right is told nothing, as upstream has it: its client sees a timeout where it asked for an ack. */
async function pushPrivately(channel: Channel, message: ClientMessage): Promise<void> {
  const { authorizer, logger } = channel.core;
  try {
    if (!(await authorizer.mayWrite(channel.caller, channel.name, 'broadcast'))) return;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    logger.error({ err: error, topic: channel.name }, 'UnableToHandleBroadcast');
    return;
  }
  if (!channel.isEnded) push(channel, message);
}

function push(channel: Channel, message: ClientMessage): void {
  const { core, config } = channel;
  const broadcast = broadcastOf(channel, message);
  if (broadcast === undefined) return;
  if (sizeOf(broadcast) > core.limits.payloadSize) {
    if (config.ack) channel.reply(message, 'error', '"payload_size_exceeded"');
    return;
  }
  core.broadcasts.broadcast(broadcast, config.self ? undefined : channel);
  if (config.ack) channel.reply(message, 'ok');
}

/** Undefined for a push that is no object: nobody could read it. */
function broadcastOf(
  channel: Channel,
  { push: binary, payload }: ClientMessage,
): BroadcastMessage | undefined {
  const where = { topic: channel.name, isPrivate: channel.config.isPrivate };
  if (binary !== undefined) return { ...where, ...binary, isBinaryFrame: true };
  const envelope = recordOf(payload);
  if (envelope === undefined) return undefined;
  const { event } = envelope;
  return {
    ...where,
    event: typeof event === 'string' ? event : '',
    payload: '',
    envelope: JSON.stringify(envelope),
  };
}

function sizeOf({ envelope, payload }: BroadcastMessage): number {
  const content = envelope ?? payload;
  return typeof content === 'string' ? Buffer.byteLength(content) : content.length;
}
