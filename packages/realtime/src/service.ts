import type { Settings } from '@plinth/config';
import type { Clock, Logger, Random } from '@plinth/kernel';
import type { Database } from '@plinth/postgres';
import { Broadcasts } from './broadcast/broadcasts.ts';
import { Topics } from './broadcast/topics.ts';
import { openBus } from './bus/open-bus.ts';
import { LogChangeSource } from './changes/capture/log-change-source.ts';
import { allTablesPublications } from './changes/capture/slot/all-tables.ts';
import type { ChangeSink } from './changes/change-source.ts';
import { DatabaseChangeFeed } from './changes/feed.ts';
import { PolicyAuthorizer } from './channels/policies/policy-authorizer.ts';
import { PresenceChannels } from './channels/presence-channels.ts';
import { SharedFrames } from './channels/shared-frames.ts';
import { ClusterNode } from './cluster/cluster-node.ts';
import type { Callers, Rates, RealtimeCore } from './core.ts';
import { Inspector } from './inspect/inspector.ts';
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
  /** A secret that the nodes of the project share: it names their channels on the bus. */
  readonly clusterSecret: string;
  readonly clock: Clock;
  readonly random: Random;
  readonly logger: Logger;
}

/** Realtime of one project: its sockets, channels, and what they are told. */
export class RealtimeService {
  readonly core: RealtimeCore;
  readonly sockets: SocketServer;
  readonly inspector: Inspector;
  readonly #presence: NodePresence;
  readonly #authorizer: PolicyAuthorizer;
  readonly #partitions: PartitionKeeper;
  readonly #source: LogChangeSource;
  readonly #feed: DatabaseChangeFeed;
  readonly #log: LogStream;
  /** Absent where this process is the only one. */
  readonly #cluster: ClusterNode | undefined;

  constructor(options: RealtimeServiceOptions) {
    const { databases, settings, callers, clock, random } = options;
    const limits = limitsFrom(settings);
    const publish = settings['realtime.publish'];
    const logger = options.logger.child({ service: 'realtime' });
    const nodeId = random.uuid();
    const topics = new Topics();
    this.#presence = new NodePresence({ random });
    this.#cluster = clusterNode(options, { nodeId, topics, presence: this.#presence, logger });
    this.#authorizer = new PolicyAuthorizer({ database: databases.api, clock, logger });
    const retention = settings['realtime.messages.retention'] * 1000;
    this.#partitions = new PartitionKeeper({ database: databases.owner, clock, logger, retention });
    this.#feed = new DatabaseChangeFeed({
      database: databases.admin,
      evaluation: databases.api,
      source: () => this.#source,
      clock,
      random,
      logger,
      unnoticed: limits.idleTimeout,
      publications: ['supabase_realtime', ...(publish === 'all' ? allTablesPublications : [])],
      ...(this.#cluster !== undefined && { place: nodeId }),
    });
    this.#source = new LogChangeSource({
      database: databases.admin,
      sink: sinkOf(this.#feed, topics, limits, logger),
      logger,
      clock,
      publish,
      schemas: settings['api.schemas'],
      // One slot can be read by one process: each node of a cluster has its own.
      ...(this.#cluster !== undefined && { slot: 'temporary', node: nodeId.replaceAll('-', '') }),
    });
    this.#log = new LogStream(this.#source, logger);
    this.core = {
      callers,
      limits,
      rates: ratesOf(limits, clock, () => this.#cluster?.liveNodes ?? 1),
      topics,
      broadcasts: new Broadcasts(topics, this.#cluster),
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
    this.inspector = new Inspector({
      core: this.core,
      sockets: this.sockets,
      authorizer: this.#authorizer,
      source: this.#source,
      feed: this.#feed,
    });
  }

  async start(): Promise<void> {
    await this.#authorizer.start();
    // The sockets of this node do not wait for the others.
    void this.#cluster?.start().catch((error: unknown) => {
      this.core.logger.error({ err: error }, 'the other nodes cannot be heard');
    });
    this.#partitions.start();
    this.#log.start();
    this.sockets.start();
  }

  /** Closes every socket, then what feeds them. The databases are the caller's to close. */
  async close(): Promise<void> {
    this.#log.close();
    await this.sockets.close();
    await this.#feed.close();
    await Promise.all([this.#source.close(), this.#partitions.close(), this.#cluster?.close()]);
    this.#authorizer.close();
    this.#presence.close();
  }
}

interface NodeParts {
  readonly nodeId: string;
  readonly topics: Topics;
  readonly presence: NodePresence;
  readonly logger: Logger;
}

/** Throws BusUrlError where the setting names no bus. */
function clusterNode(
  { databases, settings, clusterSecret, clock }: RealtimeServiceOptions,
  { nodeId, topics, presence, logger }: NodeParts,
): ClusterNode | undefined {
  const bus = openBus({
    url: settings['cluster.bus'],
    database: databases.admin,
    nodeId,
    namespace: clusterSecret,
    logger,
  });
  return bus && new ClusterNode({ bus, nodeId, presence, topics, clock });
}

function ratesOf(limits: Limits, clock: Clock, nodes: () => number): Rates {
  return {
    joins: new TokenBucket(limits.joins, clock, nodes),
    events: new TokenBucket(limits.events, clock, nodes),
    presence: new TokenBucket(limits.presenceEvents, clock, nodes),
  };
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
    passed: (lsn) => feed.passed?.(lsn),
    lost: (reason) => feed.lost(reason),
  };
}
