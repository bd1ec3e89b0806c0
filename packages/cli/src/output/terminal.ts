/** Where a command writes: results to stdout, everything else to stderr. */
export interface Terminal {
  /** A line of the command's result. */
  print(line: string): void;
  /** A line for the person who watches. */
  note(line: string): void;
  /** True where a person watches stderr. */
  readonly interactive: boolean;
}
