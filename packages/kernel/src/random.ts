/** The only source of randomness; must be cryptographically strong outside tests. */
export interface Random {
  /** `length` unpredictable bytes. */
  bytes(length: number): Uint8Array;
  /** A version 4 UUID in lower case. */
  uuid(): string;
}
