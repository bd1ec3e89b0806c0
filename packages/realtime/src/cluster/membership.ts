import type { Clock } from '@plinth/kernel';
import type { Bus } from '../bus/bus.ts';
import { Members } from './members.ts';

/** Milliseconds: a heartbeat each, and silence after which a node is dead. */
const pace = { beat: 1_500, deadAfter: 6_000 } as const;

const subject = 'nodes';
/** First byte: version; second byte: what it is. */
const messages = { hello: 1, beat: 2, bye: 3 } as const;
const version = 1;

export interface MembershipOptions {
  readonly bus: Bus;
  readonly clock: Clock;
}

/** Which nodes there are: each is heard on the bus every 1.5 s, and dead after 6 s of silence. */
export class Membership {
  readonly #bus: Bus;
  readonly #clock: Clock;
  readonly #members: Members;
  readonly #joined: ((node: string) => void)[] = [];
  readonly #left: ((node: string) => void)[] = [];
  readonly #beats: (() => void)[] = [];
  #timer: NodeJS.Timeout | undefined;
  #stop: () => void = () => {};

  constructor({ bus, clock }: MembershipOptions) {
    this.#bus = bus;
    this.#clock = clock;
    this.#members = new Members(pace.deadAfter, clock.now());
  }

  /** Live nodes with this one: what a limit of the whole cluster is divided by. */
  get liveNodes(): number {
    return this.#members.size + 1;
  }

  /** Whether another node is alive. */
  has(node: string): boolean {
    return this.#members.has(node);
  }

  /** Another node is there, or there again. */
  onJoin(listener: (node: string) => void): void {
    this.#joined.push(listener);
  }

  /** Another node said good-bye or died. */
  onLeave(listener: (node: string) => void): void {
    this.#left.push(listener);
  }

  /** Every 1.5 s, for what is to be repeated as long as this node lives. */
  onBeat(listener: () => void): void {
    this.#beats.push(listener);
  }

  /** Add the listeners before. */
  async start(): Promise<void> {
    this.#timer = setInterval(() => this.#beat(), pace.beat);
    this.#stop = await this.#bus.subscribe(subject, (message, from) => this.#take(message, from));
    this.#bus.onGap(() => this.#say(messages.hello));
    this.#say(messages.hello);
  }

  /** Says good-bye: the others need not wait for silence. */
  close(): void {
    clearInterval(this.#timer);
    this.#stop();
    this.#say(messages.bye);
  }

  #say(what: number): void {
    this.#bus.publish(subject, Uint8Array.of(version, what));
  }

  #beat(): void {
    this.#say(messages.beat);
    for (const node of this.#members.takeDead(this.#clock.now())) this.#tell(this.#left, node);
    for (const listener of this.#beats) listener();
  }

  #take(message: Uint8Array, from: string): void {
    const [theirs, what] = message;
    if (theirs !== version) return;
    if (what === messages.bye) {
      if (this.#members.left(from)) this.#tell(this.#left, from);
      return;
    }
    // Who is new wants to know at once who is there.
    if (what === messages.hello) this.#say(messages.beat);
    if (this.#members.heard(from, this.#clock.now())) this.#tell(this.#joined, from);
  }

  #tell(listeners: readonly ((node: string) => void)[], node: string): void {
    for (const listener of listeners) listener(node);
  }
}
