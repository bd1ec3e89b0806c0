/** Carries messages between the nodes of a cluster; at most once, in order per sender and subject. */
export interface Bus {
  /**
   * Fire and forget, but bounded: where the engine is away or too slow, what does not fit is dropped and counted. Any size up to 8 MB; a larger
   * message is dropped, too. The bytes must not change afterwards.
   */
  publish(subject: string, message: Uint8Array): void;
  /**
   * Messages of other nodes (never of this one). Resolves once nothing sent after it is missed, or, where the engine is away, after 5 s: `onGap`
   * tells when it is there. Gives the way to stop. Subjects are lower-case words.
   */
  subscribe(
    subject: string,
    receive: (message: Uint8Array, from: string) => void,
  ): Promise<() => void>;
  /** Calls `lost` when messages may have been missed (the connection broke and is back, or a node dropped some). */
  onGap(lost: () => void): void;
  /** Sends what waits, for up to 2 s; safe to call twice. */
  close(): Promise<void>;
}
