/** What a ledger says at the end. */
export interface Tally {
  /** Deliveries that were due and came. */
  readonly received: number;
  /** Due, and never came. */
  readonly lost: number;
  /** Came again. */
  readonly repeated: number;
  /** Came to a socket that must not see it. */
  readonly excess: number;
  /** Came behind a later one on the same socket. */
  readonly disordered: number;
}

/**
 * Counts every delivery of numbered messages to numbered sockets, exactly. Message m is due at socket s where m and s are the same modulo
 * `groups`: with one group everyone receives everything, with as many as there are sockets each message has one receiver.
 */
export class Ledger {
  readonly #sockets: number;
  readonly #messages: number;
  readonly #groups: number;
  /** Per message and receiver: how often it came. */
  readonly #times: Uint8Array;
  /** Most receivers of one message. */
  readonly #receivers: number;
  readonly #latest: Int32Array;
  #received = 0;
  #repeated = 0;
  #excess = 0;
  #disordered = 0;

  /** `messages` is the most that will be sent. */
  constructor(sockets: number, messages: number, groups: number) {
    this.#sockets = sockets;
    this.#messages = messages;
    this.#groups = groups;
    this.#receivers = membersOf(sockets, 0, groups);
    this.#times = new Uint8Array(messages * this.#receivers);
    this.#latest = new Int32Array(sockets).fill(-1);
  }

  get received(): number {
    return this.#received;
  }

  /** Deliveries due once `sent` messages have been sent. */
  due(sent: number): number {
    let due = 0;
    for (let group = 0; group < this.#groups; group += 1) {
      due += membersOf(sent, group, this.#groups) * membersOf(this.#sockets, group, this.#groups);
    }
    return due;
  }

  note(socket: number, message: number): void {
    if (message >= this.#messages || message % this.#groups !== socket % this.#groups) {
      this.#excess += 1;
      return;
    }
    const cell = message * this.#receivers + Math.floor(socket / this.#groups);
    const times = this.#times[cell] ?? 0;
    if (times > 0) this.#repeated += 1;
    else this.#received += 1;
    this.#times[cell] = Math.min(times + 1, 255);
    const latest = this.#latest[socket] ?? -1;
    if (message < latest) this.#disordered += 1;
    else this.#latest[socket] = message;
  }

  tally(sent: number): Tally {
    return {
      received: this.#received,
      lost: this.due(sent) - this.#received,
      repeated: this.#repeated,
      excess: this.#excess,
      disordered: this.#disordered,
    };
  }
}

/** How many of the numbers below `count` belong to a group. */
function membersOf(count: number, group: number, groups: number): number {
  return Math.floor(count / groups) + (group < count % groups ? 1 : 0);
}
