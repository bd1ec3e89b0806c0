import type { Clock } from '@plinth/kernel';
import type { Bus } from '../bus/bus.ts';
import type { Membership } from '../cluster/membership.ts';
import type { NodePresence } from './node-presence.ts';
import { OwnEntries } from './own-entries.ts';
import { RemoteEntries, type Taken } from './remote-entries.ts';
import { decodeReplica, encodeReplica, type ReplicaMessage } from './replica-message.ts';

const subject = 'presence';

/** Questions of several nodes that come together get one answer, so many milliseconds after the first. */
const answerPause = 25;

export interface PresenceReplicationOptions {
  readonly presence: NodePresence;
  readonly bus: Bus;
  /** Uuid of this process, as the bus has it. */
  readonly nodeId: string;
  /** Not started yet. */
  readonly membership: Membership;
  readonly clock: Clock;
}

/**
 * Makes the presence of every node that of all nodes: each tells its own changes, and all of it to who has missed some; what a dead node
 * showed is gone.
 */
export class PresenceReplication {
  readonly #presence: NodePresence;
  readonly #bus: Bus;
  readonly #nodeId: string;
  readonly #membership: Membership;
  readonly #own: OwnEntries;
  readonly #remote = new Map<string, RemoteEntries>();
  /** Nodes that have been asked and not answered yet; asked again with their next digest. */
  readonly #asked = new Set<string>();
  #answer: NodeJS.Timeout | undefined;
  #stop: () => void = () => {};

  constructor({ presence, bus, nodeId, membership, clock }: PresenceReplicationOptions) {
    this.#presence = presence;
    this.#bus = bus;
    this.#nodeId = nodeId;
    this.#membership = membership;
    this.#own = new OwnEntries(clock.now());
    presence.onOwnChange((changes) => this.#tell(this.#own.change(changes)));
    membership.onJoin((node) => this.#ask(node));
    membership.onLeave((node) => this.#forget(node));
    membership.onBeat(() => this.#tell(this.#own.digest()));
  }

  async start(): Promise<void> {
    this.#stop = await this.#bus.subscribe(subject, (bytes, from) => this.#take(bytes, from));
  }

  close(): void {
    clearTimeout(this.#answer);
    this.#stop();
  }

  /** Who is not known yet asks for everything as soon as it is there: where nobody is, nothing needs to be said. */
  #tell(message: ReplicaMessage): void {
    if (this.#membership.liveNodes > 1) this.#bus.publish(subject, encodeReplica(message));
  }

  #ask(node: string): void {
    this.#asked.add(node);
    this.#tell({ kind: 'want', node });
  }

  #take(bytes: Uint8Array, from: string): void {
    // Of a node that is not (or no longer) there nothing is taken: nobody would clear up after it.
    const message = this.#membership.has(from) ? decodeReplica(bytes) : undefined;
    if (message === undefined) return;
    if (message.kind === 'want') {
      if (message.node === this.#nodeId) this.#answerSoon();
      return;
    }
    if (message.kind === 'digest') this.#asked.delete(from);
    const { changes, isBehind } = takeInto(this.#remoteOf(from), message);
    if (changes.length > 0) this.#presence.rooms.change(changes);
    if (isBehind && !this.#asked.has(from)) this.#ask(from);
  }

  #answerSoon(): void {
    this.#answer ??= setTimeout(() => {
      this.#answer = undefined;
      for (const message of this.#own.all()) this.#tell(message);
    }, answerPause);
  }

  #forget(node: string): void {
    const changes = this.#remote.get(node)?.forget() ?? [];
    this.#remote.delete(node);
    this.#asked.delete(node);
    this.#presence.rooms.change(changes);
  }

  #remoteOf(node: string): RemoteEntries {
    let remote = this.#remote.get(node);
    if (remote === undefined) {
      remote = new RemoteEntries();
      this.#remote.set(node, remote);
    }
    return remote;
  }
}

function takeInto(
  remote: RemoteEntries,
  message: Exclude<ReplicaMessage, { kind: 'want' }>,
): Taken {
  switch (message.kind) {
    case 'changes':
      return remote.changes(message);
    case 'digest':
      return remote.digest(message);
    case 'all':
      return remote.all(message);
  }
}
