import type { RealtimeCore } from '../core.ts';
import { type ClientMessage, MalformedFrame, numberOf } from '../protocol/client-message.ts';
import { decodeFrame } from '../protocol/decode-frame.ts';
import type { Connection } from '../sockets/connection.ts';
import { TokenBucket } from '../token-bucket.ts';
import type { Channel } from './channel.ts';
import { type Credential, refuseExpired } from './credentials.ts';
import { joinChannel } from './join-channel.ts';
import { Lanes } from './lanes.ts';
import { presenceCall } from './presence-call.ts';
import { pushBroadcast } from './push-broadcast.ts';
import { refreshToken } from './refresh-token.ts';
import { Refusal } from './refusal.ts';
import { refuse, reply } from './replies.ts';

/** Messages that may wait for an answer of the database before nothing more is read from the socket. */
const mostWaiting = 200;

/** Largest join, in bytes, and longest topic, in characters: a channel keeps much of both for as long as it lives. */
const largest = { join: 65_536, topic: 1_024 } as const;
const tooLarge = `A join has at most ${largest.join} bytes, and a topic ${largest.topic} characters`;

/** Joins per second of one socket: as many as it may have channels at once, then so many. */
const joinsPerSecond = 50;

/** What one client says, and the channels it has. */
export class Session {
  readonly #core: RealtimeCore;
  readonly #connection: Connection;
  readonly #credential: Credential;
  readonly #channels = new Map<string, Channel>();
  readonly #lanes: Lanes;
  readonly #events: TokenBucket;
  readonly #joins: TokenBucket;
  #joining = 0;
  /** Highest number of a message. */
  #lastRef = 0;
  #isOver = false;
  /** Since when there is no channel, in milliseconds since 1970. */
  #withoutChannelSince: number;

  constructor(core: RealtimeCore, connection: Connection, credential: Credential) {
    this.#core = core;
    this.#connection = connection;
    this.#credential = credential;
    this.#withoutChannelSince = core.clock.now();
    this.#events = new TokenBucket(core.limits.clientEvents, core.clock);
    this.#joins = new TokenBucket(
      Math.max(joinsPerSecond, core.limits.channelsPerClient),
      core.clock,
    );
    this.#lanes = new Lanes(
      (error) => this.#logFailure(error),
      () => this.#resume(),
    );
  }

  /** What the handshake was made with. */
  get credential(): Credential {
    return this.#credential;
  }

  get channels(): ReadonlyMap<string, Channel> {
    return this.#channels;
  }

  /** Takes a frame; one that is no message is dropped. */
  receive(data: Buffer, isBinary: boolean): void {
    if (!this.#events.take()) {
      this.#flooded(data, isBinary);
      return;
    }
    const message = this.#decode(data, isBinary);
    if (message === undefined) return;
    this.#lastRef = Math.max(this.#lastRef, numberOf(message.ref));
    if (message.topic === 'phoenix' && message.event === 'heartbeat') {
      reply(this.#connection, message, message.joinRef, 'ok', '{}');
      return;
    }
    if (message.event === 'phx_join' && isTooLarge(message, data)) {
      refuse(this.#connection, message, `InvalidJoinPayload: ${tooLarge}`);
      return;
    }
    this.#lanes.run(message.topic, () => this.#handle(message));
    if (this.#lanes.waiting > mostWaiting) this.#connection.pause();
  }

  /** Closes channels whose tokens have come to their end; true where the socket has had no channel for too long. */
  tick(now: number): boolean {
    for (const channel of this.#channels.values()) {
      try {
        refuseExpired(this.#core, channel.caller);
      } catch (error) {
        if (error instanceof Refusal) channel.shutDown(error.message);
      }
    }
    if (this.#channels.size + this.#joining > 0) this.#withoutChannelSince = now;
    return now - this.#withoutChannelSince > this.#core.limits.noChannelTimeout;
  }

  /** The connection is gone: `dropped` where its channels may come back with the next one. */
  end(how: 'left' | 'dropped'): void {
    this.#isOver = true;
    for (const channel of [...this.#channels.values()]) channel.end(how);
  }

  #decode(data: Buffer, isBinary: boolean): ClientMessage | undefined {
    try {
      return decodeFrame(this.#connection.version, data, isBinary);
    } catch (error) {
      if (!(error instanceof MalformedFrame)) throw error;
      this.#core.logger.debug({ err: error }, 'MalformedWebSocketMessage');
      return undefined;
    }
  }

  #handle(message: ClientMessage): void | Promise<void> {
    if (this.#isOver) return;
    const channel = this.#channels.get(message.topic);
    if (message.event === 'phx_join') return this.#join(message, channel);
    if (message.event === 'phx_leave') return this.#leave(message, channel);
    if (channel === undefined) {
      refuse(this.#connection, message, 'unmatched topic');
      return;
    }
    // A heartbeat of the socket is none of the project's messages, and a refused one is not counted.
    if (!this.#core.rates.events.take()) {
      channel.shutDown('Too many messages per second');
      return;
    }
    if (message.event === 'broadcast') return pushBroadcast(channel, message);
    if (message.event === 'presence') return presenceCall(channel, message);
    if (message.event === 'access_token') return refreshToken(channel, message);
  }

  /** A join of a topic that is joined already replaces the channel. */
  #join(message: ClientMessage, before: Channel | undefined): void | Promise<void> {
    before?.close();
    if (!message.topic.startsWith('realtime:')) {
      refuse(this.#connection, message, 'unmatched topic');
      return;
    }
    const { limits, rates } = this.#core;
    if (!this.#joins.take() || !rates.joins.take()) {
      refuse(this.#connection, message, 'ClientJoinRateLimitReached: Too many joins per second');
      this.#connection.close(1008, 'Too many joins per second');
      return;
    }
    if (this.#channels.size + this.#joining >= limits.channelsPerClient) {
      return this.#refuseLater(message, 'ChannelRateLimitReached: Too many channels');
    }
    return this.#joinNew(message);
  }

  async #joinNew(message: ClientMessage): Promise<void> {
    this.#joining += 1;
    try {
      const channel = await joinChannel({
        core: this.#core,
        connection: this.#connection,
        credential: this.#credential,
        message,
        lastRef: () => this.#lastRef,
        onEnd: (ended) => this.#forget(ended),
      });
      if (this.#isOver) channel.end('dropped');
      else if (!channel.isEnded) this.#channels.set(message.topic, channel);
    } catch (error) {
      await this.#refuseLater(message, this.#reasonOf(error));
    } finally {
      this.#joining -= 1;
    }
  }

  #reasonOf(error: unknown): string {
    if (error instanceof Refusal) return error.reason;
    this.#logFailure(error);
    return 'Unknown Error on Channel';
  }

  /** What is nested too deep to be written down again is no defect, and must not fill the log. */
  #logFailure(error: unknown): void {
    const { logger } = this.#core;
    if (error instanceof RangeError) logger.debug({ err: error }, 'MalformedWebSocketMessage');
    else logger.error({ err: error }, 'UnknownErrorOnChannel');
  }

  /** Clients that are refused come back at once: the delay is what slows a storm of them. */
  async #refuseLater(message: ClientMessage, reason: string): Promise<void> {
    await new Promise((resolve) => setTimeout(resolve, this.#core.limits.refusalDelay).unref());
    if (!this.#isOver) refuse(this.#connection, message, reason);
  }

  #leave(message: ClientMessage, channel: Channel | undefined): void {
    if (channel === undefined) {
      reply(this.#connection, message, message.joinRef, 'ok', '{}');
      return;
    }
    // The leave of a channel that was replaced in the meantime: it is closed already.
    if (message.joinRef !== null && message.joinRef !== channel.joinRef) return;
    channel.reply(message, 'ok');
    channel.close();
  }

  #forget(channel: Channel): void {
    if (this.#channels.get(channel.topic) === channel) this.#channels.delete(channel.topic);
  }

  #resume(): void {
    if (this.#lanes.waiting <= mostWaiting / 2) this.#connection.resume();
  }

  /** Too many frames: the channel that they are for is closed, and the socket where they are for none. */
  #flooded(data: Buffer, isBinary: boolean): void {
    const message = this.#decode(data, isBinary);
    const channel = message === undefined ? undefined : this.#channels.get(message.topic);
    if (channel !== undefined) channel.shutDown('Too many messages per second');
    else this.#connection.close(1008, 'Too many messages per second');
  }
}

function isTooLarge({ topic }: ClientMessage, data: Buffer): boolean {
  return data.length > largest.join || topic.length > largest.topic;
}
