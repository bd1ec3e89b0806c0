import { AppError } from '@plinth/kernel';
import type { BroadcastMessage, ReplayRequest } from '../broadcast/broadcast-message.ts';
import type { RealtimeCore } from '../core.ts';
import type { ClientMessage } from '../protocol/client-message.ts';
import type { Connection } from '../sockets/connection.ts';
import { within } from '../within.ts';
import { Channel } from './channel.ts';
import { ChannelChanges } from './channel-changes.ts';
import { type Credential, checkCredential, refuseExpired } from './credentials.ts';
import { type JoinConfig, parseJoin } from './join-config.ts';
import { readRightsOf } from './read-rights.ts';
import { recordOf } from './record-of.ts';
import { Refusal } from './refusal.ts';

/** What a join starts from. */
export interface Joining {
  readonly core: RealtimeCore;
  readonly connection: Connection;
  /** That of the handshake. */
  readonly credential: Credential;
  readonly message: ClientMessage;
  /** Highest number of a message of the client. */
  readonly lastRef: () => number;
  readonly onEnd: (channel: Channel) => void;
}

/** How long a join waits for the stream of the database, in milliseconds: then what is sent next is heard. */
const patience = 3_000;

/** Most `postgres_changes` of one channel. */
const mostBindings = 100;

/** Joins a channel and answers; everything that may be refused comes first. Throws Refusal. */
export async function joinChannel(joining: Joining): Promise<Channel> {
  const { core, connection, message } = joining;
  const topic = message.topic.slice('realtime:'.length);
  const config = parseJoin(message.payload, topic);
  refuseConfig(core, topic, config);
  const credential = await credentialOf(joining, config);
  const { caller } = credential;
  const rights = await readRightsOf(core, { caller, topic, config });
  const replay = replayOf(core, topic, config, rights?.broadcast !== false);
  const channel = new Channel({
    core,
    connection,
    topic: message.topic,
    joinRef: message.joinRef ?? message.ref,
    config: { ...config, presenceKey: config.presenceKey || core.random.uuid() },
    credential,
    rights,
    lastRef: joining.lastRef,
    onEnd: joining.onEnd,
  });
  try {
    channel.changes = ChannelChanges.of(channel);
    await Promise.all([channel.changes?.ready(), within(channel.streaming, patience)]);
    // What is stored already must not come as new.
    if (replay !== undefined) await core.log.caughtUp();
    // From here on broadcasts are kept for the channel: none falls between the stored ones and those to come.
    channel.listen();
    const stored = replay === undefined ? [] : await storedMessages(core, topic, replay);
    // What was stored while we asked has now been heard as well, and is put in its place.
    if (replay !== undefined) await core.log.caughtUp();
    answer(channel, message, stored);
    return channel;
  } catch (error) {
    channel.end('left');
    throw error;
  }
}

function answer(
  channel: Channel,
  message: ClientMessage,
  stored: readonly BroadcastMessage[],
): void {
  if (channel.isEnded) return;
  channel.reply(message, 'ok', `{"postgres_changes":${channel.changes?.echo ?? '[]'}}`);
  channel.open(stored);
  channel.presence.open();
  channel.changes?.announce();
  if (channel.config.replicationReady) void tellReplication(channel);
}

async function tellReplication(channel: Channel): Promise<void> {
  const isStreaming = await channel.streaming;
  if (channel.isEnded) return;
  if (isStreaming) channel.system('system', 'ok', 'Replication connection established');
  else channel.shutDown('Replication connection was not established in time');
}

function refuseConfig({ limits }: RealtimeCore, topic: string, config: JoinConfig): void {
  if (topic === '') throw new Refusal('TopicNameRequired', 'You must provide a topic name');
  if (limits.privateOnly && !config.isPrivate) {
    throw new Refusal('PrivateOnly', 'This project only allows private channels');
  }
  if (config.bindings.length > mostBindings) {
    const message = `A channel has at most ${mostBindings} postgres_changes`;
    throw new Refusal('InvalidJoinPayload', message);
  }
}

/** The token of the join, else that of the handshake, which may have come to its end since. */
async function credentialOf(
  { core, credential }: Joining,
  { token }: JoinConfig,
): Promise<Credential> {
  if (token !== undefined && token !== credential.token) return checkCredential(core, token);
  refuseExpired(core, credential.caller);
  return credential;
}

/** What stored messages the join asks for. Throws Refusal where it may not, or in no form that means something. */
function replayOf(
  { limits }: RealtimeCore,
  topic: string,
  { replay, isPrivate }: JoinConfig,
  mayRead: boolean,
): ReplayRequest | undefined {
  if (replay === undefined) return undefined;
  if (!mayRead) {
    const message = `You do not have permissions to read from this Channel topic: ${topic}`;
    throw new Refusal('Unauthorized', message);
  }
  if (!isPrivate) {
    throw new Refusal('UnableToReplayMessages', 'Replay is not allowed for public channels');
  }
  const request = recordOf(replay);
  if (request === undefined) return undefined;
  const { since, limit = limits.replay } = request;
  if (!isTime(since) || typeof limit !== 'number' || !Number.isInteger(limit)) {
    throw new Refusal('UnableToReplayMessages', 'Replay params are not valid');
  }
  return { since, limit: Math.max(1, Math.min(limit, limits.replay)) };
}

/** Milliseconds that a date can say. */
function isTime(value: unknown): value is number {
  return Number.isInteger(value) && Math.abs(value as number) <= 8.64e15;
}

async function storedMessages(
  { replay, logger }: RealtimeCore,
  topic: string,
  request: ReplayRequest,
): Promise<readonly BroadcastMessage[]> {
  try {
    return await replay.replay(topic, request);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    logger.error({ err: error, topic }, 'UnableToReplayMessages');
    throw new Refusal(error.code, error.message);
  }
}
