import type { Logger } from '@plinth/kernel';
import { PostgresError } from '@plinth/postgres';
import type { RoleAccess, TableCatalog } from '../catalog/table-catalog.ts';
import type { RowImage } from '../row-image.ts';
import type { Identity } from './identity.ts';
import type { ImageDatabase } from './in-sql/image-database.ts';
import { imageJson } from './in-sql/image-json.ts';
import { imagesAs, isWanted, seenImages } from './in-sql/image-sql.ts';
import { lookupStatement } from './in-sql/lookup.ts';
import { setArguments, setStatement } from './in-sql/set-statement.ts';
import type { PolicyPlan } from './plan-policies.ts';

/** Longest that one call may take, in milliseconds. */
const callTimeout = 2_000;

/** Longest that a batch may be asked about; who has not been asked by then sees nothing of it. */
const batchBudget = 5_000;

/** Most identities in one call: the answer to a few thousand comes at once, and a failure costs no more than that. */
const perCall = 1_000;

/** Identities asked about, each with the numbers of the images (from 0) that it could receive. */
export type Question = ReadonlyMap<Identity, ReadonlySet<number>>;

/** Identities that see something, each with the numbers of the images. */
export type Answer = Map<Identity, Set<number>>;

export interface AskedTable {
  readonly table: TableCatalog;
  readonly access: RoleAccess;
  readonly plan: PolicyPlan;
}

interface Call {
  readonly asked: AskedTable;
  readonly json: readonly string[];
  readonly identities: readonly (readonly [Identity, ReadonlySet<number>])[];
}

/** Asks Postgres who sees which row images, where that cannot be answered in process. */
export class Visibility {
  readonly #images: ImageDatabase;
  readonly #logger: Logger;

  constructor(images: ImageDatabase, logger: Logger) {
    this.#images = images;
    this.#logger = logger;
  }

  /** Who is not in the answer sees nothing. Throws where Postgres is not there. */
  async ask(asked: AskedTable, images: readonly RowImage[], question: Question): Promise<Answer> {
    const answer: Answer = new Map();
    if (question.size === 0) return answer;
    const json = images.map((image) => imageJson(asked.table, image));
    const all = [...question];
    const inSet = all.filter(([{ way }]) => way === 'set');
    const alone = all.filter(([{ way }]) => way !== 'set');
    if (inSet.length > 0) await this.#askSet({ asked, json, identities: inSet }, answer);
    if (alone.length > 0) await this.#askEach({ asked, json, identities: alone }, answer);
    return answer;
  }

  async #askSet(call: Call, answer: Answer): Promise<void> {
    const { asked, json, identities } = call;
    if (asked.plan.kind !== 'set') return;
    try {
      const text = await this.#images.query(setStatement(asked.table, asked.plan.condition), json, {
        role: asked.access.role,
        arguments: setArguments(identities),
        timeout: callTimeout,
      });
      for (const [who, images] of JSON.parse(text ?? '[]') as [number, number[]][]) {
        const identity = identities[who]?.[0];
        if (identity !== undefined) answer.set(identity, new Set(images.map((n) => n - 1)));
      }
    } catch (error) {
      if (!(error instanceof PostgresError)) throw error;
      // Something raised for one row or one identity: one by one, so that it only concerns that one.
      await this.#askEach(call, answer);
    }
  }

  async #askEach({ asked, json, identities }: Call, answer: Answer): Promise<void> {
    const statement = eachStatement(asked);
    if (statement === undefined) return;
    const deadline = performance.now() + batchBudget;
    let next = 0;
    while (next < identities.length) {
      if (performance.now() > deadline) {
        this.#warn(asked, { unasked: identities.length - next }, 'policies take too long');
        return;
      }
      const some = identities.slice(next, next + perCall);
      next += await this.#askSome(statement, { asked, json, identities: some }, answer);
    }
  }

  /** Gives the number of identities that are done with. */
  async #askSome(statement: string, call: Call, answer: Answer): Promise<number> {
    const { asked, json, identities } = call;
    try {
      const seen = await this.#images.visible(statement, json, {
        role: asked.access.role,
        claims: identities.map(([identity]) => identity.claimsJson),
        wanted: identities.map(([, images]) => [...images].map((n) => n + 1)),
        timeout: callTimeout,
      });
      for (const { identity, images, problem } of seen) {
        const who = identities[identity]?.[0];
        if (who !== undefined && images.length > 0) {
          answer.set(who, new Set(images.map((n) => n - 1)));
        }
        if (problem !== undefined) this.#debug(asked, problem);
      }
      return Math.max(seen.length, 1);
    } catch (error) {
      if (!(error instanceof PostgresError)) throw error;
      if (error.code === '57014' && identities.length > 1) {
        const half = identities.slice(0, Math.ceil(identities.length / 2));
        return this.#askSome(statement, { ...call, identities: half }, answer);
      }
      this.#warn(asked, { err: error.message }, 'the policies of a table cannot be evaluated');
      return identities.length;
    }
  }

  #warn({ table, access }: AskedTable, fields: object, message: string): void {
    const where = { schema: table.schema, table: table.name, role: access.role };
    this.#logger.warn({ ...where, ...fields }, message);
  }

  #debug({ table, access }: AskedTable, sqlstate: string): void {
    if (!this.#logger.isLevelEnabled('debug')) return;
    const where = { schema: table.schema, table: table.name, role: access.role };
    this.#logger.debug({ ...where, sqlstate }, 'a policy raised an error');
  }
}

/** What each identity runs. */
function eachStatement({ table, plan }: AskedTable): string | undefined {
  switch (plan.kind) {
    case 'lookup':
      return lookupStatement(table);
    case 'in-process':
    case 'set':
    case 'each':
      return seenImages(imagesAs(table), `${isWanted} and (${plan.using})`);
    default:
      return undefined;
  }
}
