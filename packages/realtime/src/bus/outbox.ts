import type { ChannelFrame } from './engines/bus-engine.ts';
import { encodePart, encodeWhole, frameOverhead, messageOverhead } from './frames/frame.ts';

/** Most bytes that wait in all. */
const mostWaiting = 16 * 1024 * 1024;
/** Most bytes of a channel that go out at a time, so that a flood on one channel does not hold up the others. */
const turn = 256 * 1024;
/** Messages are gathered up to that many bytes a frame. */
const gathered = 64 * 1024;

interface Queue {
  readonly channel: string;
  readonly messages: Uint8Array[];
  /** How much of the first message has gone out in parts. */
  offset: number;
  /** Of the next frame. A hole in the numbers tells receivers that something was dropped. */
  number: number;
}

/** Messages on their way out, gathered into frames; bounded. */
export class Outbox {
  readonly #sender: string;
  readonly #queues = new Map<string, Queue>();
  #bytes = 0;
  #dropped = 0;

  /** `sender` is the uuid of this node. */
  constructor(sender: string) {
    this.#sender = sender;
  }

  /** Messages that were never sent. */
  get dropped(): number {
    return this.#dropped;
  }

  add(channel: string, message: Uint8Array): void {
    if (this.#bytes + message.length > mostWaiting) {
      this.drop(channel);
      return;
    }
    this.#queueOf(channel).messages.push(message);
    this.#bytes += message.length + messageOverhead;
  }

  /** Counts a message that does not even wait. */
  drop(channel: string): void {
    skip(this.#queueOf(channel));
    this.#dropped += 1;
  }

  /** Drops all that waits. */
  clear(): void {
    for (const queue of this.#queues.values()) {
      if (queue.messages.length === 0) continue;
      this.#dropped += queue.messages.length;
      queue.messages.length = 0;
      queue.offset = 0;
      skip(queue);
    }
    this.#bytes = 0;
  }

  /** The next frames of every channel, no longer waiting; none where nothing waits. */
  take(largestFrame: number): ChannelFrame[] {
    const frames: ChannelFrame[] = [];
    for (const queue of this.#queues.values()) {
      for (let size = 0; size < turn && queue.messages.length > 0; ) {
        const frame = this.#next(queue, largestFrame);
        frames.push({ channel: queue.channel, frame });
        size += frame.length;
      }
    }
    return frames;
  }

  #next(queue: Queue, largestFrame: number): Uint8Array {
    const head = { sender: this.#sender, number: queue.number };
    skip(queue);
    const [first] = queue.messages;
    if (first !== undefined && first.length > largestFrame - frameOverhead) {
      const { length: size } = first;
      const { offset } = queue;
      const end = Math.min(offset + largestFrame - frameOverhead, size);
      queue.offset = end;
      if (end === size) this.#taken(queue, 1);
      return encodePart({ ...head, size, offset, bytes: first.subarray(offset, end) });
    }
    const room = Math.min(largestFrame, gathered) - frameOverhead;
    let count = 0;
    let size = 0;
    for (const { length } of queue.messages) {
      if (count > 0 && size + messageOverhead + length > room) break;
      size += messageOverhead + length;
      count += 1;
    }
    return encodeWhole({ ...head, messages: this.#taken(queue, count) });
  }

  #taken(queue: Queue, count: number): Uint8Array[] {
    const taken = queue.messages.splice(0, count);
    queue.offset = 0;
    for (const { length } of taken) this.#bytes -= length + messageOverhead;
    return taken;
  }

  #queueOf(channel: string): Queue {
    let queue = this.#queues.get(channel);
    if (queue === undefined) {
      queue = { channel, messages: [], offset: 0, number: 0 };
      this.#queues.set(channel, queue);
    }
    return queue;
  }
}

function skip(queue: Queue): void {
  queue.number = (queue.number + 1) >>> 0;
}
