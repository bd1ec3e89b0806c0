import { BroadcastFrames } from './broadcast-frames.ts';
import type { Broadcaster, BroadcastMessage } from './broadcast-message.ts';

/** A channel that hears the broadcasts of its topic. */
export interface Listener {
  hear(message: BroadcastMessage, frames: BroadcastFrames): void;
}

/** Who listens to which topic on this node. */
export class Topics implements Broadcaster {
  readonly #public = new Map<string, Set<Listener>>();
  readonly #private = new Map<string, Set<Listener>>();

  add(topic: string, isPrivate: boolean, listener: Listener): void {
    const topics = this.#topics(isPrivate);
    const listeners = topics.get(topic);
    if (listeners === undefined) topics.set(topic, new Set([listener]));
    else listeners.add(listener);
  }

  remove(topic: string, isPrivate: boolean, listener: Listener): void {
    const topics = this.#topics(isPrivate);
    const listeners = topics.get(topic);
    if (listeners?.delete(listener) === true && listeners.size === 0) topics.delete(topic);
  }

  /** Who listens to the public topics, or the private ones. */
  listeners(isPrivate: boolean): ReadonlyMap<string, ReadonlySet<Listener>> {
    return this.#topics(isPrivate);
  }

  /** Whether anybody on this node listens to a topic. */
  hears(topic: string, isPrivate: boolean): boolean {
    return this.#topics(isPrivate).has(topic);
  }

  /** `except` is the channel that sent it and does not want it back. */
  broadcast(message: BroadcastMessage, except?: Listener): void {
    const listeners = this.#topics(message.isPrivate).get(message.topic);
    if (listeners === undefined) return;
    const frames = new BroadcastFrames(message);
    for (const listener of listeners) {
      if (listener !== except) listener.hear(message, frames);
    }
  }

  #topics(isPrivate: boolean): Map<string, Set<Listener>> {
    return isPrivate ? this.#private : this.#public;
  }
}
