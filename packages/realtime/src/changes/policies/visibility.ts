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

/**
 * Longest that a batch may be asked about: so much, and so much more for each pair of identity and image, in
 * milliseconds. Policies that take longer are out of order; with those in order nothing is ever given up.
 */
const batchBudget = { base: 5_000, perPair: 5 };

/** Most pairs of identity and image in one call: a small part of its time. */
const mostPairs = { each: 20_000, set: 100_000 };

/** From so many identities on that are asked one by one, two connections share them. */
const worthSharing = 64;

const tooSlow = '57014';

/** Identities asked about, each with the numbers of the images (from 0) that it could receive. */
export type Question = ReadonlyMap<Identity, ReadonlySet<number>>;

export interface Answer {
  /** Identities that see something, each with the numbers of the images. */
  readonly seen: Map<Identity, Set<number>>;
  /** Whose policies took too long: they see nothing of the batch. */
  readonly unanswered: Set<Identity>;
}

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
  /** Whether somebody has a second connection: one at a time, the others are for other tables and other work. */
  #isShared = false;

  constructor(images: ImageDatabase, logger: Logger) {
    this.#images = images;
    this.#logger = logger;
  }

  /** Who is not in the answer sees nothing. Throws where Postgres is not there. */
  async ask(asked: AskedTable, images: readonly RowImage[], question: Question): Promise<Answer> {
    const answer: Answer = { seen: new Map(), unanswered: new Set() };
    if (question.size === 0) return answer;
    const json = images.map((image) => imageJson(asked.table, image));
    const all = [...question];
    const inSet = all.filter(([{ way }]) => way === 'set');
    const alone = all.filter(([{ way }]) => way !== 'set');
    for (const identities of portions(inSet, mostPairs.set)) {
      await this.#askSet({ asked, json, identities }, answer);
    }
    if (alone.length > 0) await this.#askEach({ asked, json, identities: alone }, answer);
    return answer;
  }

  /** In two halves at the same time, where that is worth it and nobody else does so. */
  async #askEach(call: Call, answer: Answer): Promise<void> {
    const { identities } = call;
    if (identities.length < worthSharing || this.#isShared) {
      await this.#askInTurn(call, answer);
      return;
    }
    this.#isShared = true;
    const half = Math.ceil(identities.length / 2);
    const halves = [identities.slice(0, half), identities.slice(half)];
    try {
      const results = await Promise.allSettled(
        halves.map((some) => this.#askInTurn({ ...call, identities: some }, answer)),
      );
      for (const result of results) if (result.status === 'rejected') throw result.reason;
    } finally {
      this.#isShared = false;
    }
  }

  async #askSet(call: Call, answer: Answer): Promise<void> {
    const { asked, json, identities } = call;
    if (asked.plan.kind !== 'set') return;
    try {
      const text = await this.#images.query(setStatement(asked.table, asked.plan.condition), json, {
        role: asked.access.role,
        arguments: setArguments(identities, json.length),
        timeout: callTimeout,
      });
      for (const [who, images] of JSON.parse(text ?? '[]') as [number, number[]][]) {
        const identity = identities[who]?.[0];
        if (identity !== undefined) answer.seen.set(identity, new Set(images.map((n) => n - 1)));
      }
    } catch (error) {
      if (!(error instanceof PostgresError)) throw error;
      // Something raised for one row or one identity: one by one, so that it only concerns that one.
      await this.#askEach(call, answer);
    }
  }

  async #askInTurn({ asked, json, identities }: Call, answer: Answer): Promise<void> {
    const statement = eachStatement(asked);
    if (statement === undefined) return;
    const pairs = identities.reduce((sum, [, images]) => sum + images.size, 0);
    const deadline = performance.now() + batchBudget.base + batchBudget.perPair * pairs;
    let rest = identities;
    while (rest.length > 0) {
      if (performance.now() > deadline) {
        for (const [identity] of rest) answer.unanswered.add(identity);
        this.#warn(asked, { identities: rest.length }, 'policies take too long');
        return;
      }
      const [some = rest] = portions(rest, mostPairs.each);
      const count = await this.#askSome(statement, { asked, json, identities: some }, answer);
      rest = rest.slice(count);
    }
  }

  /** Gives the number of identities that are done with. */
  async #askSome(statement: string, call: Call, answer: Answer): Promise<number> {
    const { asked, json, identities } = call;
    try {
      const seen = await this.#images.visible(statement, json, {
        role: asked.access.role,
        claims: identities.map(([identity]) => identity.claimsJson),
        wanted: identities.map(([, images]) =>
          images.size === json.length ? [] : [...images].map((n) => n + 1),
        ),
        timeout: callTimeout,
      });
      // Whose turn it was when the time was up is to blame only if all of the time was its own.
      const last = seen.at(-1);
      const done = last?.problem === tooSlow && last.identity > 0 ? seen.slice(0, -1) : seen;
      for (const { identity, images, problem } of done) {
        const who = identities[identity]?.[0];
        if (who === undefined) continue;
        if (images.length > 0) answer.seen.set(who, new Set(images.map((n) => n - 1)));
        if (problem === tooSlow) answer.unanswered.add(who);
        if (problem !== undefined) this.#debug(asked, problem);
      }
      return Math.max(done.length, 1);
    } catch (error) {
      if (!(error instanceof PostgresError)) throw error;
      if (error.code === tooSlow && identities.length > 1) {
        const half = identities.slice(0, Math.ceil(identities.length / 2));
        return this.#askSome(statement, { ...call, identities: half }, answer);
      }
      this.#warn(asked, { err: error.message }, 'the policies of a table cannot be evaluated');
      for (const [identity] of identities) answer.unanswered.add(identity);
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

/** Identities in groups of at most so many pairs of identity and image, at least one identity in each. */
function portions<T extends readonly [Identity, ReadonlySet<number>]>(
  identities: readonly T[],
  most: number,
): readonly (readonly T[])[] {
  const groups: T[][] = [];
  let pairs = Number.POSITIVE_INFINITY;
  for (const identity of identities) {
    if (pairs + identity[1].size > most) {
      groups.push([]);
      pairs = 0;
    }
    groups.at(-1)?.push(identity);
    pairs += identity[1].size;
  }
  return groups;
}
