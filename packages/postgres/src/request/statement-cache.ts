import { BoundedMap } from '@plinth/kernel';
import type { ProtocolConnection } from './protocol.ts';

/** Prepared statements kept per connection and role; each holds a plan in the memory of its backend. */
const limit = 200;

/** Roles whose statements are kept: a project has three, an application of its own roles some more. */
const roleLimit = 8;

/** Longest statement worth preparing, in characters: longer ones are bulk work that runs once. */
const longestPrepared = 20_000;

/** Names by the text of the statement. */
type StatementNames = BoundedMap<string, string>;

/** A statement's name on this connection and whether it still has to be parsed under it. */
export interface NamedStatement {
  readonly name: string;
  readonly parse: boolean;
}

/**
 * The prepared statements of one connection. They are named per role and text: Postgres re-plans a
 * statement on a table with row level security whenever the role differs from the last one, so sharing a
 * name between roles costs more than it saves.
 */
export class StatementCache {
  readonly #roles: BoundedMap<string, StatementNames>;
  /** Names sent to be parsed, in order, whose ParseComplete has not come yet. */
  readonly #pending: { names: StatementNames | undefined; text: string }[] = [];
  #toClose: string[] = [];
  #next = 0;

  constructor(connection: ProtocolConnection) {
    this.#roles = new BoundedMap(roleLimit, (_role, names) => this.#closeAll(names));
    connection.on('parseComplete', () => this.#pending.shift());
  }

  /** The name to bind; `parse` says that the caller must send Parse under it first. */
  name(role: string, text: string): NamedStatement {
    if (text.length > longestPrepared) return this.unnamed();
    const names = this.#namesOf(role);
    const known = names.get(text);
    if (known !== undefined) return { name: known, parse: false };
    this.#next += 1;
    const name = `plinth_${this.#next}`;
    names.set(text, name);
    this.#pending.push({ names, text });
    return { name, parse: true };
  }

  #namesOf(role: string): StatementNames {
    let names = this.#roles.get(role);
    if (names === undefined) {
      names = new BoundedMap(limit, (_text, name) => this.#toClose.push(name));
      this.#roles.set(role, names);
    }
    return names;
  }

  #closeAll(names: StatementNames): void {
    names.drain((name) => this.#toClose.push(name));
  }

  /** The unnamed statement: parsed anew each time, forgotten with the next one. */
  unnamed(): NamedStatement {
    this.#pending.push({ names: undefined, text: '' });
    return { name: '', parse: true };
  }

  /** Names whose plans the backend should drop; to be sent as Close before anything else. */
  takeEvicted(): readonly string[] {
    const names = this.#toClose;
    if (names.length > 0) this.#toClose = [];
    return names;
  }

  /** After an error Postgres skips to Sync: what it had not confirmed by then was never parsed. */
  forgetUnconfirmed(): void {
    for (const { names, text } of this.#pending) names?.delete(text);
    this.#pending.length = 0;
  }

  /** Drops everything: the statements have become stale under this connection. */
  reset(): void {
    this.forgetUnconfirmed();
    this.#roles.drain((names) => this.#closeAll(names));
  }
}
