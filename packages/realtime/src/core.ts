import type { Caller, Clock, Logger, Random } from '@plinth/kernel';
import type { MessageReplay } from './broadcast/broadcast-message.ts';
import type { Broadcasts } from './broadcast/broadcasts.ts';
import type { Topics } from './broadcast/topics.ts';
import type { ChangeFeed } from './changes/change-feed.ts';
import type { Authorizer } from './channels/authorizer.ts';
import type { PresenceChannels } from './channels/presence-channels.ts';
import type { SharedFrames } from './channels/shared-frames.ts';
import type { Limits } from './limits.ts';
import type { LogStream } from './log-stream.ts';
import type { TokenBucket } from './token-bucket.ts';

/** Resolves who a request speaks for, the way the gateway does; throws AppError where a credential is bad. */
export interface Callers {
  resolve(
    headers: Readonly<Record<string, string | string[] | undefined>>,
    url: string,
  ): Caller | Promise<Caller>;
}

/** Rates that all sockets of a project share. */
export interface Rates {
  readonly joins: TokenBucket;
  readonly events: TokenBucket;
  readonly presence: TokenBucket;
}

/** Ports and parts that sockets and channels work with. */
export interface RealtimeCore {
  readonly callers: Callers;
  readonly limits: Limits;
  readonly rates: Rates;
  /** Who listens on this node. */
  readonly topics: Topics;
  readonly broadcasts: Broadcasts;
  readonly presence: PresenceChannels;
  readonly frames: SharedFrames;
  readonly log: Pick<LogStream, 'enter' | 'leave' | 'caughtUp'>;
  readonly changes: ChangeFeed;
  readonly authorizer: Authorizer;
  readonly replay: MessageReplay;
  readonly clock: Clock;
  readonly random: Random;
  readonly logger: Logger;
}
