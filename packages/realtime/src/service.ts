import type { Settings } from '@plinth/config';
import type { Clock, Logger, Random } from '@plinth/kernel';
import type { Database } from '@plinth/postgres';
import { Topics } from './broadcast/topics.ts';
import { LogChangeSource } from './changes/capture/log-change-source.ts';
import type { ChangeSink } from './changes/change-source.ts';
import { DatabaseChangeFeed } from './changes/feed.ts';
import { PolicyAuthorizer } from './channels/policies/policy-authorizer.ts';
import { PresenceChannels } from './channels/presence-channels.ts';
import { SharedFrames } from './channels/shared-frames.ts';
import type { Callers, RealtimeCore } from './core.ts';
import { type Limits, limitsFrom } from './limits.ts';
import { LogStream } from './log-stream.ts';
import { MessageDispatch } from './messages/dispatch.ts';
import { PartitionKeeper } from './messages/partitions/partition-keeper.ts';
import { StoredMessages } from './messages/replay.ts';
import { NodePresence } from './presence/node-presence.ts';
import { SocketServer } from './sockets/socket-server.ts';
import { TokenBucket } from './token-bucket.ts';

/** The project's database under the logins that realtime needs. */
export interface RealtimeDatabases {
  /** supabase_admin: reads the log. */
  readonly admin: Database;
  /** postgres: keeps and reads `realtime.messages`, whose triggers are other people's code. */
  readonly owner: Database;
  /** authenticator: asks policies, which are other people's code too. */
  readonly api: Database;
}

export interface RealtimeServiceOptions {
  readonly databases: RealtimeDatabases;
  readonly settings: Settings;
  readonly callers: Callers;
  readonly clock: Clock;
  readonly random: Random;
  readonly logger: Logger;
}

/** Realtime of one project: its sockets, channels, and what they are told. */
export class RealtimeService {
  readonly core: RealtimeCore;
  readonly sockets: SocketServer;
  readonly #presence: NodePresence;
  readonly #authorizer: PolicyAuthorizer;
  readonly #partitions: PartitionKeeper;
  readonly #source: LogChangeSource;
  readonly #feed: DatabaseChangeFeed;
  readonly #log: LogStream;

  constructor(options: RealtimeServiceOptions) {
    const { databases, settings, callers, clock, random } = options;
    const limits = limitsFrom(settings);
    const logger = options.logger.child({ service: 'realtime' });
    const topics = new Topics();
    this.#presence = new NodePresence({ random });
    this.#authorizer = new PolicyAuthorizer({ database: databases.api, clock, logger });
    this.#partitions = new PartitionKeeper({
      database: databases.owner,
      clock,
      logger,
      retention: settings['realtime.messages.retention'] * 1000,
    });
    this.#feed = new DatabaseChangeFeed({
      database: databases.admin,
      evaluation: databases.api,
      source: () => this.#source,
      clock,
      random,
      logger,
    });
    const sink = sinkOf(this.#feed, topics, limits, logger);
    this.#source = new LogChangeSource({ database: databases.admin, sink, logger, clock });
    this.#log = new LogStream(this.#source, logger);
    this.core = {
      callers,
      limits,
      rates: {
        joins: new TokenBucket(limits.joins, clock),
        events: new TokenBucket(limits.events, clock),
        presence: new TokenBucket(limits.presenceEvents, clock),
      },
      topics,
      presence: new PresenceChannels(this.#presence),
      frames: new SharedFrames(),
      log: this.#log,
      changes: this.#feed,
      authorizer: this.#authorizer,
      replay: new StoredMessages({
        database: databases.owner,
        clock,
        limit: limits.replay,
        largestPayload: limits.payloadSize,
        largestReplay: limits.backlog,
      }),
      clock,
      random,
      logger,
    };
    this.sockets = new SocketServer(this.core);
  }

  async start(): Promise<void> {
    await this.#authorizer.start();
    this.#partitions.start();
    this.#log.start();
    this.sockets.start();
  }

  /** Closes every socket, then what feeds them. The databases are the caller's to close. */
  async close(): Promise<void> {
    this.#log.close();
    await this.sockets.close();
    await this.#feed.close();
    await Promise.all([this.#source.close(), this.#partitions.close()]);
    this.#authorizer.close();
    this.#presence.close();
  }
}

/** Messages from the database go to this node's own sockets: every node reads the log for itself. */
function sinkOf(
  feed: ChangeSink,
  topics: Topics,
  { payloadSize }: Limits,
  logger: Logger,
): ChangeSink {
  const messages = new MessageDispatch({
    broadcaster: topics,
    logger,
    largestPayload: payloadSize,
  });
  return {
    take: (batch) => {
      messages.take(batch);
      return feed.take(batch);
    },
    lost: (reason) => feed.lost(reason),
  };
}
