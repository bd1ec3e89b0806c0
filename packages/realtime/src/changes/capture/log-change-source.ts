import { sql } from '@plinth/postgres';
import type { CatchUp, ChangeSource, LogPosition } from '../change-source.ts';
import { explainFailure } from './capture-error.ts';
import { Follower } from './follower.ts';
import { Ring } from './history/ring.ts';
import { Intake } from './intake.ts';
import { type CaptureOptions, type CaptureSettings, captureSettings } from './options.ts';
import { prepare } from './slot/prepare.ts';
import { dropSlot, endOfLog, slotState } from './slot/slot.ts';
import { SlotWatch } from './slot/slot-watch.ts';
import { nudgePrefix } from './thread/messages.ts';

/** How long a barrier waits before it makes the log move, in milliseconds. */
const nudgePause = 50;

/** How often old changes are forgotten, in milliseconds. */
const trimPause = 1_000;

/** How reading stands. */
export interface CaptureStatus {
  readonly state: 'closed' | 'opening' | 'streaming' | 'broken';
  readonly slot: string;
  /** Bytes of log that Postgres keeps for the slot; 0 without one. */
  readonly lagBytes: number;
  readonly restartLsn?: bigint;
  readonly confirmedLsn?: bigint;
  /** Whatever was committed before it has been taken. */
  readonly receivedLsn?: bigint;
  readonly lastError?: string;
}

/** One stream, from its opening to its end. */
interface Stream {
  readonly intake: Intake;
  readonly follower: Follower;
  readonly watch: SlotWatch;
  readonly timer: NodeJS.Timeout;
}

/** Changes read by logical decoding (pgoutput) in a thread of its own; see DESIGN.md. */
export class LogChangeSource implements ChangeSource {
  readonly #options: CaptureOptions;
  readonly #settings: CaptureSettings;
  #opening: Promise<void> | undefined;
  #stream: Stream | undefined;
  #closing: Promise<void> = Promise.resolve();
  #resting: NodeJS.Timeout | undefined;
  #lastError: string | undefined;

  constructor(options: CaptureOptions) {
    this.#options = options;
    this.#settings = captureSettings(options);
  }

  open(): Promise<void> {
    clearTimeout(this.#resting);
    this.#opening ??= this.#closing.then(() => this.#open());
    return this.#opening;
  }

  /**
   * At the start of a server: where an earlier run left its slot, goes on reading it and rests, so that who comes
   * back finds what they missed, and the log does not grow unread. With a temporary slot there are other servers, whose
   * clients may come with what they missed there: it reads from now on, and never rests. Rejects as `open` does.
   */
  async resume(): Promise<void> {
    const { database } = this.#options;
    if (this.#opening !== undefined) return;
    if (this.#settings.isTemporary) return this.open();
    if ((await slotState(database, this.#settings.slot)) === undefined) return;
    await this.open();
    this.rest();
  }

  now(): Promise<bigint> {
    return endOfLog(this.#options.database);
  }

  since(after: LogPosition): CatchUp | undefined {
    const intake = this.#stream?.intake;
    return intake?.ring.read(after, intake.given);
  }

  async reached(lsn: bigint): Promise<void> {
    const intake = this.#stream?.intake;
    if (intake === undefined) throw new Error('The stream of changes is not open');
    const done = intake.barriers.wait(lsn);
    // Log that nobody flushes is not sent: a transaction of our own flushes it.
    let nudges = 0;
    const timer = setInterval(() => {
      if (nudges++ % 20 === 0) void this.#nudge();
    }, nudgePause);
    timer.unref();
    await done.finally(() => clearInterval(timer));
  }

  rest(): void {
    if (this.#settings.isTemporary) return;
    clearTimeout(this.#resting);
    this.#resting = setTimeout(() => void this.#end(true), this.#settings.kept.age);
    this.#resting.unref();
  }

  close(): Promise<void> {
    return this.#end(false);
  }

  /** Asks Postgres about the slot. Throws ConnectionError. */
  async status(): Promise<CaptureStatus> {
    const { slot } = this.#settings;
    const state = await slotState(this.#options.database, slot);
    const follower = this.#stream?.follower;
    const lastError = follower?.lastError ?? this.#lastError;
    return {
      state: this.#state(follower),
      slot,
      lagBytes: state?.lag ?? 0,
      ...(state && { restartLsn: state.restart, confirmedLsn: state.confirmed }),
      ...(this.#stream && { receivedLsn: this.#stream.intake.reached }),
      ...(lastError !== undefined && { lastError }),
    };
  }

  #state(follower: Follower | undefined): CaptureStatus['state'] {
    if (follower !== undefined) return follower.isStreaming ? 'streaming' : 'broken';
    return this.#opening === undefined ? 'closed' : 'opening';
  }

  async #open(): Promise<void> {
    const { database, sink, logger, clock } = this.#options;
    const { kept, isTemporary, openTimeout, slot } = this.#settings;
    let stream: Stream | undefined;
    try {
      const { floor, liveFrom, publications } = await prepare(this.#options, this.#settings);
      const intake = new Intake(new Ring(kept, clock, floor), sink, logger, liveFrom);
      const watch = new SlotWatch(database, slot, logger);
      const follower = new Follower({
        database,
        sink,
        logger,
        intake,
        slot,
        isTemporary,
        publications,
      });
      const trim = (): void => {
        intake.ring.trim();
        follower.confirm();
      };
      const timer = setInterval(trim, trimPause);
      timer.unref();
      stream = { intake, follower, watch, timer };
      await follower.open(openTimeout);
      if (!isTemporary) watch.start();
      this.#stream = stream;
    } catch (error) {
      if (stream !== undefined) await endStream(stream);
      this.#opening = undefined;
      const failure = explainFailure(error);
      this.#lastError = failure.message;
      throw failure;
    }
  }

  /** Waits for an opening, so that nothing is left behind. */
  #end(forGood: boolean): Promise<void> {
    clearTimeout(this.#resting);
    const opening = this.#opening;
    if (opening === undefined) return this.#closing;
    this.#closing = opening
      .catch(() => {})
      .then(async () => {
        const stream = this.#stream;
        this.#stream = undefined;
        if (stream !== undefined) await endStream(stream);
        if (forGood) await this.#drop();
      });
    this.#opening = undefined;
    return this.#closing;
  }

  async #drop(): Promise<void> {
    const { database, logger } = this.#options;
    const { slot, isTemporary } = this.#settings;
    if (isTemporary) return;
    try {
      await dropSlot(database, slot);
    } catch (error) {
      logger.warn({ slot, err: String(error) }, 'the slot of changes could not be dropped');
    }
  }

  async #nudge(): Promise<void> {
    const statement = sql`select pg_logical_emit_message(true, ${nudgePrefix}, '')`;
    await this.#options.database.query(statement).catch(() => {});
  }
}

async function endStream({ intake, follower, watch, timer }: Stream): Promise<void> {
  clearInterval(timer);
  watch.stop();
  intake.barriers.fail(new Error('The stream of changes was closed'));
  await follower.close();
  intake.ring.clear(0n);
}
