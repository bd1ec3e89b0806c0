import type { Caller } from '@plinth/kernel';
import type { Database, RequestSettings, Statement } from '@plinth/postgres';

/** What the policies say, and why a policy could not say anything. */
export interface Answer {
  /** One for each column of the question. */
  readonly granted: readonly boolean[];
  readonly failure: string | null;
}

const read = 'select broadcast, presence, failure from realtime.read_rights($1, $2)';
const write = 'select allowed, failure from realtime.write_right($1, $2, $3)';

/** Asks the policies on `realtime.messages`, one round trip a question. */
export class PolicyQuestions {
  readonly #database: Database;
  readonly #timeout: number;

  /** `database` is logged in as `authenticator`; `timeout` in milliseconds, for one question. */
  constructor(database: Database, timeout: number) {
    this.#database = database;
    this.#timeout = timeout;
  }

  /** Grants to receive broadcasts and presence. */
  read(caller: Caller, topic: string): Promise<Answer> {
    return this.#ask(caller, topic, { text: read, values: [topic, caller.role] });
  }

  /** The grant to send. */
  write(caller: Caller, topic: string, extension: string): Promise<Answer> {
    return this.#ask(caller, topic, { text: write, values: [topic, caller.role, extension] });
  }

  async #ask(caller: Caller, topic: string, statement: Statement): Promise<Answer> {
    const settings = policySettings(caller, topic, this.#timeout);
    const [result] = await this.#database.request(settings, [statement]);
    const columns = result?.rows[0] ?? [];
    return {
      granted: columns.slice(0, -1).map((column) => column === 't'),
      failure: columns.at(-1) ?? null,
    };
  }
}

/** What policies can read of the caller: claims as in a request of the Data API, and two of upstream's older names. */
function policySettings(caller: Caller, topic: string, timeout: number): RequestSettings {
  return {
    // The function that asks takes on the caller's role by itself, when its probes are in place.
    role: 'none',
    beforeRole: [
      ['statement_timeout', String(timeout)],
      // The probes are gone before the transaction commits: there is nothing to wait for.
      ['synchronous_commit', 'off'],
    ],
    settings: [
      ['realtime.topic', topic],
      ['request.jwt.claims', caller.claimsJson],
      ['request.jwt.claim.sub', caller.userId ?? ''],
      ['request.jwt.claim.role', caller.role],
      ['request.method', 'GET'],
      ['request.path', '/realtime/v1/websocket'],
      ['request.headers', '{}'],
      ['request.cookies', '{}'],
    ],
  };
}
