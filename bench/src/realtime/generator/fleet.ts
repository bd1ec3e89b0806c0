import { epochMicroseconds } from '../epoch.ts';
import { PhoenixSocket } from '../wire/phoenix-socket.ts';
import type { Commands, JoinReport } from './commands.ts';
import { Latencies } from './latencies.ts';
import { Watch } from './watch.ts';

/** Sockets that are opened at the same time. */
const openingAtOnce = 100;
/** Clients of the real library send one as often. */
const heartbeatMs = 25_000;

interface Seat {
  readonly socket: PhoenixSocket;
  topic: string;
  joinRef: string;
}

/** Thousands of sockets, numbered in the order of their opening. */
export class Fleet {
  readonly #seats: Seat[] = [];
  readonly #heartbeat: NodeJS.Timeout;
  #watch: Watch | undefined;
  #beats = 0;

  constructor() {
    this.#heartbeat = setInterval(() => this.#beat(), heartbeatMs / 100);
  }

  async open({ url, count }: Commands['open']['request']): Promise<undefined> {
    const first = this.#seats.length;
    await inParallel(count, openingAtOnce, async (index) => {
      const number = first + index;
      const socket = await PhoenixSocket.open({
        url: new URL(url),
        message: (data, start, end) => this.#watch?.note(number, data, start, end),
        closed: () => this.#watch?.noteClosed(),
      });
      this.#seats[number] = { socket, topic: '', joinRef: '' };
    });
    return undefined;
  }

  async join(request: Commands['join']['request']): Promise<JoinReport> {
    const { first, topics, tokens = [], config, atOnce } = request;
    const latencies = new Latencies();
    const refused: Record<string, number> = {};
    let joined = 0;
    const started = performance.now();
    await inParallel(this.#seats.length - first, atOnce, async (index) => {
      const seat = this.#seat(first + index);
      const pushed = performance.now();
      const topic = `realtime:${topics[index % topics.length]}`;
      const token = tokens[index % tokens.length];
      const reply = await seat.socket.join(topic, {
        config,
        ...(token !== undefined && { access_token: token }),
      });
      latencies.add(performance.now() - pushed);
      if (reply.status === 'ok') joined += 1;
      const { reason = reply.status } = reply.response;
      if (reply.status !== 'ok') refused[reason] = (refused[reason] ?? 0) + 1;
      seat.topic = topic;
      seat.joinRef = reply.joinRef;
    });
    const seconds = (performance.now() - started) / 1000;
    return { joined, refused, seconds, latency: latencies.percentiles() };
  }

  watch({ messages, groups }: Commands['watch']['request']): undefined {
    this.#watch = new Watch(this.#seats.length, messages, groups);
  }

  track(): undefined {
    for (const [number, { socket, topic, joinRef }] of this.#seats.entries()) {
      const payload = { seq: number, sent: epochMicroseconds() };
      socket.send(joinRef, topic, 'presence', { type: 'presence', event: 'track', payload });
    }
  }

  progress(): number {
    return this.#watch?.received ?? 0;
  }

  finish({ sent, patience }: Commands['finish']['request']): ReturnType<Watch['finish']> {
    if (this.#watch === undefined) throw new Error('nothing is watched');
    return this.#watch.finish(sent, patience);
  }

  close(): undefined {
    this.#watch = undefined;
    for (const { socket } of this.#seats) socket.close();
    this.#seats.length = 0;
  }

  /** No more heartbeats, so that the process can end. */
  stop(): void {
    clearInterval(this.#heartbeat);
    this.close();
  }

  #seat(number: number): Seat {
    const seat = this.#seats[number];
    if (seat === undefined) throw new Error(`there is no socket ${number}`);
    return seat;
  }

  /** A hundredth of the sockets at a time. */
  #beat(): void {
    this.#beats += 1;
    for (let number = this.#beats % 100; number < this.#seats.length; number += 100) {
      const seat = this.#seats[number];
      // The join comes first: a client whose count goes on is taken for one that comes back.
      if (seat?.joinRef) seat.socket.send(null, 'phoenix', 'heartbeat', {});
    }
  }
}

/** Runs work numbered from 0, some at the same time. */
async function inParallel(
  count: number,
  atOnce: number,
  work: (index: number) => Promise<void>,
): Promise<void> {
  let next = 0;
  const worker = async (): Promise<void> => {
    while (next < count) {
      const index = next;
      next += 1;
      await work(index);
    }
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, count) }, worker));
}
