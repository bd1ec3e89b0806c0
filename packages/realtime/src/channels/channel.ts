import type { Caller } from '@plinth/kernel';
import type { BroadcastFrames } from '../broadcast/broadcast-frames.ts';
import type { BroadcastMessage } from '../broadcast/broadcast-message.ts';
import type { Listener } from '../broadcast/topics.ts';
import type { RealtimeCore } from '../core.ts';
import type { ClientMessage, ProtocolVersion, Ref } from '../protocol/client-message.ts';
import type { Connection } from '../sockets/connection.ts';
import type { ReadRights } from './authorizer.ts';
import type { ChannelChanges } from './channel-changes.ts';
import { ChannelPresence } from './channel-presence.ts';
import type { Credential } from './credentials.ts';
import type { JoinConfig } from './join-config.ts';
import { reply } from './replies.ts';

export interface ChannelParts {
  readonly core: RealtimeCore;
  readonly connection: Connection;
  /** As joined, with its prefix. */
  readonly topic: string;
  readonly joinRef: Ref;
  readonly config: JoinConfig;
  readonly credential: Credential;
  /** Undefined for a public channel, which has no policies. */
  readonly rights: ReadRights | undefined;
  /** The channel is no more. */
  readonly onEnd: (channel: Channel) => void;
}

/** Most frames that are kept for a channel until its join is answered. */
const mostHeld = 10_000;

/** One topic that one socket has joined. */
export class Channel implements Listener {
  readonly core: RealtimeCore;
  readonly connection: Connection;
  readonly topic: string;
  /** Without the prefix. */
  readonly name: string;
  readonly joinRef: Ref;
  readonly config: JoinConfig;
  readonly presence: ChannelPresence;
  credential: Credential;
  rights: ReadRights | undefined;
  changes: ChannelChanges | undefined;
  /** Whether what is sent from the database arrives, as soon as that is known. */
  readonly streaming: Promise<boolean>;
  readonly #onEnd: (channel: Channel) => void;
  readonly #replayed = new Set<string>();
  /** What came before the join was answered; undefined from then on. */
  #held: (() => void)[] | undefined = [];
  #isEnded = false;

  constructor(parts: ChannelParts) {
    this.core = parts.core;
    this.connection = parts.connection;
    this.topic = parts.topic;
    this.name = parts.topic.slice('realtime:'.length);
    this.joinRef = parts.joinRef;
    this.config = parts.config;
    this.credential = parts.credential;
    this.rights = parts.rights;
    this.#onEnd = parts.onEnd;
    this.presence = new ChannelPresence(this);
    this.streaming = parts.core.log.enter();
  }

  get caller(): Caller {
    return this.credential.caller;
  }

  get version(): ProtocolVersion {
    return this.connection.version;
  }

  get isEnded(): boolean {
    return this.#isEnded;
  }

  /** From now on broadcasts of the topic are heard. */
  listen(): void {
    this.core.topics.add(this.name, this.config.isPrivate, this);
  }

  hear(message: BroadcastMessage, frames: BroadcastFrames): void {
    if (this.rights?.broadcast === false) return;
    this.#whenOpen(() => {
      if (message.meta !== undefined && this.#replayed.has(message.meta.id)) return;
      const frame = frames.of(this.version);
      if (frame !== undefined) this.connection.sendFrame(frame);
    });
  }

  /** Sends a frame once the join is answered. */
  deliver(frame: Buffer): void {
    this.#whenOpen(() => this.connection.sendFrame(frame));
  }

  /** Sends what was stored before; it is not sent a second time. */
  replay(message: BroadcastMessage, frames: BroadcastFrames): void {
    if (message.meta !== undefined) this.#replayed.add(message.meta.id);
    const frame = frames.of(this.version);
    if (frame !== undefined) this.connection.sendFrame(frame);
  }

  /** The join is answered: sends what was held back, in order. */
  open(): void {
    const held = this.#held ?? [];
    this.#held = undefined;
    for (const send of held) send();
  }

  /** Sends a message to this channel alone; `payload` is JSON text. */
  push(event: string, payload: string): void {
    this.connection.send({ joinRef: this.joinRef, topic: this.topic, event, payload });
  }

  reply(message: ClientMessage, status: 'ok' | 'error', response = '{}'): void {
    reply(this.connection, message, this.joinRef, status, response);
  }

  system(extension: 'system' | 'postgres_changes', status: 'ok' | 'error', message: string): void {
    const payload = { message, status, extension, channel: this.name };
    this.push('system', JSON.stringify(payload));
  }

  /** Says why, and closes the channel; the socket stays. */
  shutDown(message: string): void {
    if (this.#isEnded) return;
    this.system('system', 'error', message);
    this.close();
  }

  /** Tells the client that the channel is closed. */
  close(): void {
    if (this.#isEnded) return;
    this.connection.send({
      joinRef: this.joinRef,
      ref: this.joinRef,
      topic: this.topic,
      event: 'phx_close',
      payload: '{}',
    });
    this.end('left');
  }

  /** Gives everything back; says nothing. */
  end(how: 'left' | 'dropped'): void {
    if (this.#isEnded) return;
    this.#isEnded = true;
    this.core.topics.remove(this.name, this.config.isPrivate, this);
    this.presence.end();
    this.changes?.end(how);
    this.core.log.leave();
    this.#onEnd(this);
  }

  #whenOpen(send: () => void): void {
    if (this.#held === undefined) send();
    else if (this.#held.length < mostHeld) this.#held.push(send);
    else this.shutDown('Too many messages per second');
  }
}
