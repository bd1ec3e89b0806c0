/** What one scenario found. */
export interface Outcome {
  /** What was hoped for, in words. */
  readonly target: string;
  readonly met: boolean;
  /** Numbers by name; of latencies in milliseconds. */
  readonly found: Readonly<Record<string, unknown>>;
  /** A line for a person. */
  readonly line: string;
}
