/** Told to those whose filter has failed while it was evaluated, in the form of upstream's refusals. */
export function unfitFilter(description: string, reason: string): string {
  return `Unable to subscribe to changes with given parameters. An exception happened so please check your connect parameters: [${description}]. Exception: ${reason}`;
}
