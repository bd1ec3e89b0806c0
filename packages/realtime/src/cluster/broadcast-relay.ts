import type { Broadcaster, BroadcastMessage } from '../broadcast/broadcast-message.ts';
import type { Bus } from '../bus/bus.ts';
import { decodeAddress, decodeBroadcast, encodeBroadcast } from './broadcast-codec.ts';

const subject = 'broadcast';

/** The broadcasts of this node. */
export interface LocalBroadcaster extends Broadcaster {
  /** Whether anybody on this node listens to a topic. */
  hears(topic: string, isPrivate: boolean): boolean;
}

/** Broadcasts to every node: at most once, in order per node and topic. */
export class BroadcastRelay implements Broadcaster {
  readonly #bus: Bus;
  readonly #local: LocalBroadcaster;
  #stop: () => void = () => {};

  constructor(bus: Bus, local: LocalBroadcaster) {
    this.#bus = bus;
    this.#local = local;
  }

  async start(): Promise<void> {
    this.#stop = await this.#bus.subscribe(subject, (bytes) => this.#take(bytes));
  }

  broadcast(message: BroadcastMessage): void {
    this.#local.broadcast(message);
    this.publish(message);
  }

  /** To the other nodes alone, where this one has been told. */
  publish(message: BroadcastMessage): void {
    this.#bus.publish(subject, encodeBroadcast(message));
  }

  close(): void {
    this.#stop();
  }

  #take(bytes: Uint8Array): void {
    // Every node gets every message; one that nobody here listens to costs a look at its topic.
    const address = decodeAddress(bytes);
    if (address === undefined || !this.#local.hears(address.topic, address.isPrivate)) return;
    const message = decodeBroadcast(bytes);
    if (message !== undefined) this.#local.broadcast(message);
  }
}
