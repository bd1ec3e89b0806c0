import { createHash } from 'node:crypto';

/** Letters that no engine gives a meaning to, and few enough for Postgres (63 bytes). */
const subjectPattern = /^[a-z][a-z0-9]{0,30}$/;

/** How the subjects of one project are called on an engine that others use as well. */
export class ChannelNames {
  readonly #prefix: string;

  /** Nodes of one namespace hear each other; who does not know it cannot guess its channels. */
  constructor(namespace: string) {
    const hash = createHash('sha256').update(namespace).digest('hex');
    this.#prefix = `plinth_${hash.slice(0, 24)}`;
  }

  /** Throws a RangeError for a subject that is not one lower-case word. */
  of(subject: string): string {
    if (!subjectPattern.test(subject)) throw new RangeError(`no subject: ${subject}`);
    return `${this.#prefix}_${subject}`;
  }
}
