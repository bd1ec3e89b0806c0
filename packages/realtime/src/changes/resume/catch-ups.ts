import type { Logger } from '@plinth/kernel';
import type { CatchUp, ChangeBatch, ChangeSource, LogPosition } from '../change-source.ts';
import { Audience, type AudienceTools } from '../dispatch/audience.ts';
import { type Delivery, type EvaluationTools, evaluate } from '../dispatch/evaluate.ts';
import { earlier, isBehind } from '../dispatch/positions.ts';
import type { Subscriber } from '../dispatch/subscriber.ts';
import { Subscriptions } from '../dispatch/subscriptions.ts';
import type { PlacedChange } from '../dispatch/task.ts';

/** Most events that one subscriber gets of what it missed. */
const mostMissed = 5_000;

/** How often a subscriber starts over when more comes than can wait for it meanwhile. */
const mostRounds = 5;

/** Milliseconds that subscribers are gathered for, so that many who come back together read the log once. */
const gathering = 20;

const tooMuch =
  'More changes were missed than can be sent: the oldest were sent, please load the data again';
/** Told to who asks for changes that are no longer kept. */
export const gone = 'Changes that were missed are no longer kept, please load the data again';

/** A subscriber that gets past changes first. */
interface Job {
  readonly subscriber: Subscriber;
  /** What it has got. */
  position: LogPosition;
  /** Nothing that was committed before (ms since 1970). */
  readonly since: number;
  delivered: number;
  rounds: number;
}

export interface CatchUpsOptions {
  readonly source: () => ChangeSource;
  readonly tools: AudienceTools & EvaluationTools;
  readonly logger: Logger;
  /** Registers for what is committed from now on, in the same turn. */
  readonly goLive: (subscriber: Subscriber, after: LogPosition | undefined) => void;
  /** Takes that back. */
  readonly leave: (subscriber: Subscriber) => void;
  /** Hands over what has come meanwhile. */
  readonly release: (subscriber: Subscriber) => void;
}

/**
 * Sends past changes to subscribers that come back, then lets them go on live: first what the log has, without holding
 * up anybody; then, registered already, the little that has come since; then what waited.
 */
export class CatchUps {
  readonly #options: CatchUpsOptions;
  #waiting: Job[] = [];
  #timer: NodeJS.Timeout | undefined;
  readonly #jobs = new Map<Subscriber, Job>();
  #isClosed = false;

  constructor(options: CatchUpsOptions) {
    this.#options = options;
  }

  start(subscriber: Subscriber, after: LogPosition, since: number): void {
    const job: Job = { subscriber, position: after, since, delivered: 0, rounds: 0 };
    this.#jobs.set(subscriber, job);
    this.#wait(job);
  }

  /** How far a subscriber has come that has not caught up; undefined for others. */
  positionOf(subscriber: Subscriber): LogPosition | undefined {
    return this.#jobs.get(subscriber)?.position;
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
  }

  #wait(job: Job): void {
    this.#waiting.push(job);
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      const jobs = this.#stillThere(this.#waiting);
      this.#waiting = [];
      void this.#round(jobs);
    }, gathering);
  }

  async #round(jobs: readonly Job[]): Promise<void> {
    const first = jobs[0];
    if (first === undefined || this.#isClosed) return;
    try {
      const start = jobs.reduce((least, { position }) => earlier(least, position), first.position);
      const past = this.#options.source().since(start);
      if (past !== undefined) await this.#send(jobs, past);
      this.#last(jobs, past === undefined);
    } catch (error) {
      this.#options.logger.warn({ err: String(error) }, 'missed changes could not be sent');
      this.#last(jobs, true);
    }
  }

  /** Registers for what is to come and sends what is between that and what has been sent. */
  #last(jobs: readonly Job[], isGone: boolean): void {
    const open = this.#stillThere(jobs);
    const first = open[0];
    if (first === undefined) return;
    const start = open.reduce((least, { position }) => earlier(least, position), first.position);
    const past = isGone ? undefined : this.#options.source().since(start);
    for (const { subscriber } of open) {
      if (past === undefined) subscriber.fail(gone);
      this.#options.goLive(subscriber, past?.until);
    }
    const sending = past === undefined ? Promise.resolve() : this.#send(open, past);
    void sending
      .catch((error: unknown) => {
        this.#options.logger.warn({ err: String(error) }, 'missed changes could not be sent');
        for (const { subscriber } of open) subscriber.fail(gone);
      })
      .then(() => {
        for (const job of open) this.#finish(job);
      });
  }

  #stillThere(jobs: readonly Job[]): readonly Job[] {
    for (const { subscriber } of jobs) if (subscriber.isEnded) this.#jobs.delete(subscriber);
    return jobs.filter(({ subscriber }) => !subscriber.isEnded);
  }

  #finish(job: Job): void {
    const { subscriber } = job;
    if (subscriber.isEnded) {
      this.#jobs.delete(subscriber);
      return;
    }
    if (subscriber.hasOverflown && job.rounds < mostRounds) {
      job.rounds += 1;
      this.#options.leave(subscriber);
      subscriber.clear();
      this.#wait(job);
      return;
    }
    if (subscriber.hasOverflown) {
      subscriber.fail(tooMuch);
      subscriber.clear();
    }
    this.#jobs.delete(subscriber);
    this.#options.release(subscriber);
  }

  async #send(jobs: readonly Job[], past: CatchUp): Promise<void> {
    const byName = new Subscriptions();
    for (const { subscriber } of jobs) byName.add(subscriber);
    const audiences = new PastAudiences(byName, this.#options.tools);
    const jobsBySubscriber = new Map(jobs.map((job) => [job.subscriber, job]));
    for await (const batch of past) {
      if (this.#isClosed) return;
      const deliveries = await this.#evaluated(batch, byName, audiences);
      for (const { subscriber, placed, event } of deliveries) {
        const job = jobsBySubscriber.get(subscriber);
        if (job === undefined || !isBehind(placed.position, job.position)) continue;
        if (placed.committedAt < job.since) continue;
        if (job.delivered === mostMissed) subscriber.fail(tooMuch);
        else subscriber.deliver(event);
        job.delivered = Math.min(job.delivered + 1, mostMissed);
      }
      const end = { lsn: batch.from.lsn, index: batch.from.index + batch.entries.length - 1 };
      for (const job of jobs) if (isBehind(end, job.position)) job.position = end;
    }
    for (const job of jobs) if (isBehind(past.until, job.position)) job.position = past.until;
  }

  async #evaluated(
    batch: ChangeBatch,
    byName: Subscriptions,
    audiences: PastAudiences,
  ): Promise<readonly Delivery[]> {
    const byTable = new Map<number, PlacedChange[]>();
    batch.entries.forEach((entry, at) => {
      if (entry.kind === 'message') return;
      const { oid, schema, name } = entry.table;
      if (byName.isEmpty(schema, name)) return;
      const placed = {
        change: entry,
        position: { lsn: batch.from.lsn, index: batch.from.index + at },
        committedAt: batch.committedAt,
        sequence: at,
      };
      const same = byTable.get(oid);
      if (same === undefined) byTable.set(oid, [placed]);
      else same.push(placed);
    });
    const all: Delivery[] = [];
    for (const [oid, changes] of byTable) {
      const audience = await audiences.of(oid);
      if (audience !== undefined) {
        const some = await evaluate(audience, changes, this.#options.tools);
        for (const delivery of some) all.push(delivery);
      }
    }
    return all.sort((a, b) => a.placed.sequence - b.placed.sequence);
  }
}

/** Audiences of those who catch up. */
class PastAudiences {
  readonly #byName: Subscriptions;
  readonly #tools: AudienceTools;
  readonly #known = new Map<number, { generation: number; audience: Audience | undefined }>();

  constructor(byName: Subscriptions, tools: AudienceTools) {
    this.#byName = byName;
    this.#tools = tools;
  }

  async of(oid: number): Promise<Audience | undefined> {
    const { catalog } = this.#tools;
    const { generation } = catalog;
    const known = this.#known.get(oid);
    if (known?.generation === generation) return known.audience;
    const table = (await catalog.published()).has(oid) ? await catalog.table(oid) : undefined;
    const audience =
      table === undefined
        ? undefined
        : new Audience(table, this.#byName.of(table.schema, table.name), this.#tools);
    this.#known.set(oid, { generation, audience });
    return audience;
  }
}
