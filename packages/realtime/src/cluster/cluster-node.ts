import type { Clock } from '@plinth/kernel';
import type { BroadcastMessage } from '../broadcast/broadcast-message.ts';
import type { Bus } from '../bus/bus.ts';
import type { NodePresence } from '../presence/node-presence.ts';
import { PresenceReplication } from '../presence/presence-replication.ts';
import { BroadcastRelay, type LocalBroadcaster } from './broadcast-relay.ts';
import { Membership } from './membership.ts';

export interface ClusterNodeOptions {
  readonly bus: Bus;
  /** Uuid of this process, as the bus has it. */
  readonly nodeId: string;
  readonly presence: NodePresence;
  readonly topics: LocalBroadcaster;
  readonly clock: Clock;
}

/** What ties this process to the others that serve the same project. */
export class ClusterNode {
  readonly #bus: Bus;
  readonly #membership: Membership;
  readonly #replication: PresenceReplication;
  readonly #relay: BroadcastRelay;

  constructor({ bus, nodeId, presence, topics, clock }: ClusterNodeOptions) {
    this.#bus = bus;
    const membership = new Membership({ bus, clock });
    this.#membership = membership;
    this.#replication = new PresenceReplication({ presence, bus, nodeId, membership, clock });
    this.#relay = new BroadcastRelay(bus, topics);
  }

  /** What a limit of the whole project is divided by. */
  get liveNodes(): number {
    return this.#membership.liveNodes;
  }

  /** Resolves once the others are heard, for however long the engine of the bus is away. */
  async start(): Promise<void> {
    await Promise.all([this.#replication.start(), this.#relay.start(), this.#membership.start()]);
  }

  /** To the sockets of the other nodes. */
  publish(message: BroadcastMessage): void {
    this.#relay.publish(message);
  }

  async close(): Promise<void> {
    this.#membership.close();
    this.#replication.close();
    this.#relay.close();
    await this.#bus.close();
  }
}
