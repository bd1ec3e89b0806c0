/** Carries messages between the nodes of a cluster; at most once, in order per sender and subject. */
export interface Bus {
  /** Fire and forget, but bounded: where the engine is away, what does not fit is dropped and counted. Any size up to 8 MB. */
  publish(subject: string, message: Uint8Array): void;
  /** Messages of other nodes (never of this one). Resolves once nothing sent after it is missed; gives the way to stop. */
  subscribe(
    subject: string,
    receive: (message: Uint8Array, from: string) => void,
  ): Promise<() => void>;
  /** Calls `lost` when messages may have been missed (the connection broke and is back). */
  onGap(lost: () => void): void;
  close(): Promise<void>;
}
