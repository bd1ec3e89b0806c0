import type { Broadcaster, BroadcastMessage } from './broadcast-message.ts';
import type { Listener, Topics } from './topics.ts';

/** What clients send: to everybody on the topic, on this node and on the others. */
export class Broadcasts implements Broadcaster {
  readonly #topics: Topics;
  readonly #others: { publish(message: BroadcastMessage): void } | undefined;

  /** `others` is absent where this node is the only one. */
  constructor(topics: Topics, others?: { publish(message: BroadcastMessage): void }) {
    this.#topics = topics;
    this.#others = others;
  }

  /** `except` is the channel that sent it and does not want it back. */
  broadcast(message: BroadcastMessage, except?: Listener): void {
    this.#topics.broadcast(message, except);
    this.#others?.publish(message);
  }
}
