import type { Caller } from '@plinth/kernel';
import { BroadcastFrames } from '../broadcast/broadcast-frames.ts';
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
  /** Highest number of a message of the client. */
  readonly lastRef: () => number;
  /** Undefined for a public channel, which has no policies. */
  readonly rights: ReadRights | undefined;
  /** The channel is no more. */
  readonly onEnd: (channel: Channel) => void;
}

interface Held {
  readonly frame: Buffer;
  /** Of a message from the database. */
  readonly id: string | undefined;
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
  readonly lastRef: () => number;
  readonly presence: ChannelPresence;
  credential: Credential;
  rights: ReadRights | undefined;
  changes: ChannelChanges | undefined;
  /** Whether what is sent from the database arrives, as soon as that is known. */
  readonly streaming: Promise<boolean>;
  readonly #onEnd: (channel: Channel) => void;
  readonly #replayed = new Set<string>();
  /** What came before the join was answered; undefined from then on. */
  #held: Held[] | undefined = [];
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
    this.lastRef = parts.lastRef;
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
    const id = message.meta?.id;
    if (id !== undefined && this.#replayed.has(id)) return;
    const frame = frames.of(this.version);
    if (frame !== undefined) this.deliver(frame, id);
  }

  /** Sends a frame, once the join is answered; `id` is that of a message from the database. */
  deliver(frame: Buffer, id?: string): void {
    if (this.#held === undefined) this.connection.sendFrame(frame);
    else if (this.#held.length < mostHeld) this.#held.push({ frame, id });
    else this.shutDown('Too many messages per second');
  }

  /**
   * The join is answered: sends the stored messages among those that were held back, in the order in which they were
   * committed and each once. A held one that is stored as well tells where the stored ones belong.
   */
  open(stored: readonly BroadcastMessage[]): void {
    const held = this.#held ?? [];
    this.#held = undefined;
    for (const { meta } of stored) if (meta !== undefined) this.#replayed.add(meta.id);
    const isStored = ({ id }: Held): boolean => id !== undefined && this.#replayed.has(id);
    const before = held.findLastIndex(isStored) + 1;
    const send = ({ frame }: { readonly frame: Buffer | undefined }): void => {
      if (frame !== undefined) this.connection.sendFrame(frame);
    };
    for (const each of held.slice(0, before)) if (!isStored(each)) send(each);
    for (const each of stored) send({ frame: new BroadcastFrames(each).of(this.version) });
    for (const each of held.slice(before)) send(each);
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
}
