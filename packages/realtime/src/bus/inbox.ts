import { BoundedMap } from '@plinth/kernel';
import { decodeFrame, type PartFrame } from './frames/frame.ts';

/** Most nodes that a channel keeps in mind; who is forgotten only loses a message in parts. */
const mostSenders = 1000;
/** Most bytes of unfinished messages. */
const mostUnfinished = 64 * 1024 * 1024;

interface Sender {
  /** Of the frame that is due. */
  next: number;
  /** The message whose parts are coming. */
  parts: Uint8Array[];
  /** Bytes of them. */
  gathered: number;
}

export interface InboxEvents {
  message(message: Uint8Array, from: string): void;
  /** A frame is missing. */
  missed(): void;
  /** Bytes that are no frame. */
  malformed(): void;
}

/** Frames of a channel on their way in, made into messages. Takes any bytes. */
export class Inbox {
  readonly #self: string;
  readonly #events: InboxEvents;
  readonly #senders: BoundedMap<string, Sender>;
  #unfinished = 0;

  /** `self`: the uuid of this node, whose own frames come back from some engines. */
  constructor(self: string, events: InboxEvents) {
    this.#self = self;
    this.#events = events;
    this.#senders = new BoundedMap(mostSenders, (_id, sender) => this.#forget(sender));
  }

  take(bytes: Uint8Array): void {
    const frame = decodeFrame(bytes);
    if (frame === undefined) {
      this.#events.malformed();
      return;
    }
    if (frame.sender === this.#self) return;
    const sender = this.#senderOf(frame.sender, frame.number);
    if (sender.next !== frame.number) {
      this.#forget(sender);
      this.#events.missed();
    }
    sender.next = (frame.number + 1) >>> 0;
    if (frame.kind === 'part') {
      this.#gather(sender, frame);
      return;
    }
    this.#forget(sender);
    for (const message of frame.messages) this.#events.message(message, frame.sender);
  }

  #gather(sender: Sender, { sender: from, size, offset, bytes }: PartFrame): void {
    if (offset === 0) this.#forget(sender);
    // The beginning is missing, or the parts do not fit together.
    if (offset !== sender.gathered || this.#unfinished + bytes.length > mostUnfinished) {
      this.#forget(sender);
      this.#events.missed();
      return;
    }
    sender.parts.push(bytes);
    sender.gathered += bytes.length;
    this.#unfinished += bytes.length;
    if (sender.gathered < size) return;
    const message = Buffer.concat(sender.parts);
    this.#forget(sender);
    this.#events.message(message, from);
  }

  #senderOf(id: string, number: number): Sender {
    const known = this.#senders.get(id);
    if (known !== undefined) return known;
    const sender: Sender = { next: number, parts: [], gathered: 0 };
    this.#senders.set(id, sender);
    return sender;
  }

  /** Drops what has come of a message in parts. */
  #forget(sender: Sender): void {
    this.#unfinished -= sender.gathered;
    sender.parts = [];
    sender.gathered = 0;
  }
}
