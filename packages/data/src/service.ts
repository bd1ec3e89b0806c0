import type { Clock, Logger, RouteReply, RouteRequest } from '@plinth/kernel';
import type { Database } from '@plinth/postgres';
import { fromFailure } from './errors/from-failure.ts';
import type { Answer, Run } from './requests/run.ts';
import { execute } from './run/execute.ts';
import { contextOf } from './run/request-context.ts';
import { SnapshotSource } from './run/snapshot-source.ts';
import { noStopwatch, StepStopwatch } from './run/stopwatch.ts';
import type { DataSettings } from './settings/data-settings.ts';

/** What the Data API needs. */
export interface DataServiceOptions {
  /** Logs in as the role that can become the callers' roles. */
  readonly database: Database;
  readonly settings: DataSettings;
  readonly logger: Logger;
  readonly clock: Clock;
}

/** The Data API of one database. */
export class DataService {
  readonly #database: Database;
  readonly #clock: Clock;
  readonly #source: SnapshotSource;

  constructor({ database, settings, logger, clock }: DataServiceOptions) {
    this.#database = database;
    this.#clock = clock;
    this.#source = new SnapshotSource({ database, settings, logger });
  }

  /** Reads the schema and listens for its changes. Resolves even where the database is away. */
  async start(): Promise<void> {
    await this.#source.start();
  }

  /** Reads the schema again, without waiting for a notification. */
  async reload(): Promise<void> {
    await this.#source.reload();
  }

  async close(): Promise<void> {
    await this.#source.close();
  }

  /** Answers a request. Throws AppError. */
  async answer(request: RouteRequest, how: Answer): Promise<RouteReply> {
    const snapshot = this.#source.current();
    const { settings } = snapshot;
    try {
      const stopwatch = settings.serverTiming ? new StepStopwatch(this.#clock) : noStopwatch;
      return await how(contextOf(request, snapshot, stopwatch), this.#run);
    } catch (error) {
      throw fromFailure(error, request.caller.role === settings.anonymousRole);
    }
  }

  readonly #run: Run = (context, prepared, values) =>
    execute(this.#database, context, prepared, values);
}
