import { createHash } from 'node:crypto';
import type { Caller, Clock, Logger } from '@plinth/kernel';
import type { Database } from '@plinth/postgres';
import { databaseFailure } from '../../database-failure.ts';
import type { Authorizer, ReadRights } from '../authorizer.ts';
import { type Answer, PolicyQuestions } from './policy-questions.ts';
import { VerdictCache } from './verdict-cache.ts';

export interface PolicyAuthorizerOptions {
  /** Logged in as `authenticator`: policies are other people's code, and may become no more than a request may. */
  readonly database: Database;
  readonly clock: Clock;
  readonly logger: Logger;
  /**
   * How long a verdict stands, in milliseconds; default 5,000. Policies read data, and roles have members:
   * nobody tells when those change.
   */
  readonly lifetime?: number;
  /** How long policies may think about one question, in milliseconds; default 5,000. */
  readonly timeout?: number;
}

/** What the policies grant at this moment, and why one could not say anything. */
export interface Explanation {
  readonly read: ReadRights;
  readonly write: ReadRights;
  readonly failure: string | null;
}

/** Most verdicts that are kept, of each kind. */
const keptVerdicts = 20_000;

const noRights: ReadRights = { broadcast: false, presence: false };

/** Asks the policies on `realtime.messages` who may receive and send on a private topic. */
export class PolicyAuthorizer implements Authorizer {
  readonly #database: Database;
  readonly #logger: Logger;
  readonly #questions: PolicyQuestions;
  readonly #reads: VerdictCache<ReadRights>;
  readonly #writes: VerdictCache<boolean>;
  readonly #digests = new WeakMap<Caller, string>();
  #stopListening: (() => void) | undefined;

  constructor(options: PolicyAuthorizerOptions) {
    const { database, clock, lifetime = 5_000, timeout = 5_000 } = options;
    this.#database = database;
    this.#logger = options.logger;
    this.#questions = new PolicyQuestions(database, timeout);
    const current = (): number => (this.#stopListening === undefined ? 0 : lifetime);
    this.#reads = new VerdictCache(keptVerdicts, clock, current);
    this.#writes = new VerdictCache(keptVerdicts, clock, current);
  }

  /** From here on verdicts are kept. Rejects where Postgres cannot be reached; may be called again. */
  async start(): Promise<void> {
    const forget = (): void => this.#forget();
    this.#stopListening ??= await this.#database.listen('plinth_realtime', forget, forget);
  }

  close(): void {
    this.#stopListening?.();
    this.#stopListening = undefined;
    this.#forget();
  }

  async readRights(caller: Caller, topic: string): Promise<ReadRights> {
    if (!isStorable(caller.role) || !isStorable(topic)) return noRights;
    return this.#reads.get(this.#keyOf(caller, topic), async () => {
      const answer = this.#questions.read(caller, topic);
      const [broadcast = false, presence = false] = await this.#granted(answer, caller, topic);
      return { broadcast, presence };
    });
  }

  async mayWrite(
    caller: Caller,
    topic: string,
    extension: 'broadcast' | 'presence',
  ): Promise<boolean> {
    if (!isStorable(caller.role) || !isStorable(topic)) return false;
    return this.#writes.get(`${extension} ${this.#keyOf(caller, topic)}`, async () => {
      const answer = this.#questions.write(caller, topic, extension);
      const [allowed = false] = await this.#granted(answer, caller, topic);
      return allowed;
    });
  }

  /** Asks anew, past what is kept: for who wants to know what a policy does. Throws AppError. */
  async explain(caller: Caller, topic: string): Promise<Explanation> {
    if (!isStorable(caller.role) || !isStorable(topic)) {
      return { read: noRights, write: noRights, failure: null };
    }
    const questions = this.#questions;
    try {
      const [read, broadcast, presence] = await Promise.all([
        questions.read(caller, topic),
        questions.write(caller, topic, 'broadcast'),
        questions.write(caller, topic, 'presence'),
      ]);
      return {
        read: { broadcast: read.granted[0] === true, presence: read.granted[1] === true },
        write: { broadcast: broadcast.granted[0] === true, presence: presence.granted[0] === true },
        failure: read.failure ?? broadcast.failure ?? presence.failure,
      };
    } catch (error) {
      throw databaseFailure(error);
    }
  }

  async #granted(
    answer: Promise<Answer>,
    { role }: Caller,
    topic: string,
  ): Promise<readonly boolean[]> {
    try {
      const { granted, failure } = await answer;
      if (failure !== null) {
        this.#logger.warn(
          { role, topic: topic.slice(0, longestPlain), err: failure },
          'a policy on realtime.messages failed',
        );
      }
      return granted;
    } catch (error) {
      throw databaseFailure(error);
    }
  }

  /** A sender's every message is looked up by it: claims are gone through once. */
  #keyOf(caller: Caller, topic: string): string {
    let digest = this.#digests.get(caller);
    if (digest === undefined) {
      digest = digestOf(caller.role, caller.claimsJson);
      this.#digests.set(caller, digest);
    }
    return topic.length > longestPlain ? `${digest}#${digestOf(topic)}` : `${digest} ${topic}`;
  }

  #forget(): void {
    this.#reads.forget();
    this.#writes.forget();
  }
}

/** Text of Postgres holds neither NUL nor half a surrogate pair: no policy can grant anything on such a name. */
function isStorable(text: string): boolean {
  return !/[\0\p{Surrogate}]/u.test(text);
}

/** Longest topic that is part of a key as it is; names of strangers are not kept at any length. */
const longestPlain = 100;

function digestOf(...parts: readonly string[]): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part).update('\0');
  return hash.digest('base64');
}
