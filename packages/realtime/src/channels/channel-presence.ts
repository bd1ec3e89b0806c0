import type { JsonObject } from '@plinth/kernel';
import type { PresenceMember } from '../presence/presence.ts';
import type { ProtocolVersion } from '../protocol/client-message.ts';
import type { Channel } from './channel.ts';
import { type PresenceObserver, roomOf } from './presence-channels.ts';

/** A channel's part in the presence of its topic. */
export class ChannelPresence implements PresenceObserver {
  readonly #channel: Channel;
  readonly #room: string;
  /** Undefined where the policies have not been asked: presence was not enabled by the join. */
  mayRead: boolean | undefined;
  #member: PresenceMember | undefined;
  #calls = 0;
  #windowEnds = 0;

  constructor(channel: Channel) {
    this.#channel = channel;
    const { isPrivate, presenceEnabled } = channel.config;
    this.#room = roomOf(channel.name, isPrivate);
    if (!isPrivate) this.mayRead = true;
    else if (presenceEnabled) this.mayRead = channel.rights?.presence === true;
  }

  get version(): ProtocolVersion {
    return this.#channel.version;
  }

  see(frame: Buffer): void {
    if (this.mayRead === true) this.#channel.connection.sendFrame(frame);
  }

  /** Sends who is there, where the join asked for it, and every change from now on. */
  open(): void {
    const { core, config } = this.#channel;
    if (config.presenceEnabled && this.mayRead === true) {
      if (!core.rates.presence.take()) {
        this.#channel.shutDown('Too many presence messages per second');
        return;
      }
      this.#channel.push('presence_state', core.presence.state(this.#room));
    }
    core.presence.watch(this.#room, this);
  }

  /** False where the channel has called too often in its window. */
  takeCall(): boolean {
    const { clock, limits } = this.#channel.core;
    const now = clock.now();
    if (now > this.#windowEnds) {
      this.#calls = 0;
      this.#windowEnds = now + limits.presenceWindow;
    }
    if (this.#calls >= limits.presenceCalls) return false;
    this.#calls += 1;
    return true;
  }

  track(payload: JsonObject): void {
    const { core, config } = this.#channel;
    this.#member ??= core.presence.member(this.#room, config.presenceKey);
    this.#member.track(payload);
  }

  untrack(): void {
    this.#member?.untrack();
  }

  /** The policies were asked again, for a new token. */
  renew(): void {
    const { config, rights } = this.#channel;
    if (config.isPrivate && this.mayRead !== undefined) this.mayRead = rights?.presence === true;
  }

  end(): void {
    this.#channel.core.presence.unwatch(this.#room, this);
    this.untrack();
  }
}
