/** A join or a credential that is refused; in upstream's words. */
export class Refusal extends Error {
  readonly code: string;

  constructor(code: string, message: string) {
    super(message);
    this.code = code;
  }

  /** `reason` of the reply to a join. */
  get reason(): string {
    return this.code === '' ? this.message : `${this.code}: ${this.message}`;
  }
}

/** What clients are told where the database cannot be asked. */
export const databaseAway = 'Realtime was unable to connect to the project database';
