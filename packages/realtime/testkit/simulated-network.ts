import type { Bus } from '../src/bus/bus.ts';

/** How the network treats messages. */
export interface Weather {
  /** Share of messages that are lost without a word. */
  loss: number;
  /** Share that arrive twice. */
  doubled: number;
  /** Longest way in milliseconds; messages of different nodes overtake each other. */
  delay: number;
}

type Receive = (message: Uint8Array, from: string) => void;

/** Buses of nodes that exist only in this process, over a network that a test can harm. */
export class SimulatedNetwork {
  readonly weather: Weather = { loss: 0, doubled: 0, delay: 0 };
  readonly #random: () => number;
  readonly #receivers = new Map<string, Map<string, Receive>>();
  readonly #sides = new Map<string, number>();
  /** When the last message from a node to another is due: the next one is not earlier. */
  readonly #due = new Map<string, number>();

  /** `random` gives numbers from 0 to 1. */
  constructor(random: () => number) {
    this.#random = random;
  }

  /** Only nodes of one side hear each other. */
  divide(sideOf: (node: string) => number): void {
    for (const node of this.#receivers.keys()) this.#sides.set(node, sideOf(node));
  }

  /** A node that is heard no more, and hears nothing. */
  kill(node: string): void {
    this.#receivers.delete(node);
  }

  bus(node: string): Bus {
    const receivers = new Map<string, Receive>();
    this.#receivers.set(node, receivers);
    return {
      publish: (subject, message) => {
        if (this.#receivers.get(node) === receivers) this.#send(node, subject, message);
      },
      subscribe: async (subject, receive) => {
        receivers.set(subject, receive);
        return () => receivers.delete(subject);
      },
      onGap: () => {},
      close: async () => this.kill(node),
    };
  }

  #send(from: string, subject: string, message: Uint8Array): void {
    for (const to of this.#receivers.keys()) {
      const isApart = (this.#sides.get(from) ?? 0) !== (this.#sides.get(to) ?? 0);
      if (to === from || isApart || this.#random() < this.weather.loss) continue;
      const times = this.#random() < this.weather.doubled ? 2 : 1;
      for (let i = 0; i < times; i++) this.#deliver(from, to, subject, message);
    }
  }

  #deliver(from: string, to: string, subject: string, message: Uint8Array): void {
    const way = `${from} ${to} ${subject}`;
    const now = Date.now();
    const due = Math.max(
      this.#due.get(way) ?? 0,
      now + Math.floor(this.#random() * this.weather.delay),
    );
    this.#due.set(way, due);
    setTimeout(() => this.#receivers.get(to)?.get(subject)?.(message, from), due - now);
  }
}
