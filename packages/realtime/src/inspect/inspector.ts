import type { Caller } from '@plinth/kernel';
import type { LogChangeSource } from '../changes/capture/log-change-source.ts';
import type { DatabaseChangeFeed } from '../changes/feed.ts';
import type { Explanation, PolicyAuthorizer } from '../channels/policies/policy-authorizer.ts';
import type { RealtimeCore } from '../core.ts';
import type { SocketServer } from '../sockets/socket-server.ts';
import { type ChannelPage, type ChannelSearch, channelPage } from './channel-page.ts';
import { type ClientPage, type ClientSearch, clientPage } from './client-page.ts';
import { countChannels, type RealtimeStatus } from './realtime-status.ts';

export interface InspectorOptions {
  readonly core: RealtimeCore;
  readonly sockets: SocketServer;
  readonly authorizer: Pick<PolicyAuthorizer, 'explain'>;
  readonly source: Pick<LogChangeSource, 'status'>;
  readonly feed: Pick<DatabaseChangeFeed, 'status'>;
}

/** What a person may be shown of this node at work: nothing in it is secret, and every answer is bounded. */
export class Inspector {
  readonly #options: InspectorOptions;

  constructor(options: InspectorOptions) {
    this.#options = options;
  }

  /** Throws ConnectionError where Postgres cannot be asked about the stream. */
  async status(): Promise<RealtimeStatus> {
    const { core, sockets, source, feed } = this.#options;
    const { state, slot, lagBytes, lastError } = await source.status();
    const { privateOnly, connections, channelsPerClient, payloadSize } = core.limits;
    const { joins, events, presenceEvents } = core.limits;
    return {
      clients: sockets.size,
      channels: countChannels(core.topics),
      changes: feed.status(),
      stream: { state, slot, lagBytes, lastError: lastError ?? null },
      limits: {
        privateOnly,
        connections,
        channelsPerClient,
        joinsPerSecond: joins,
        eventsPerSecond: events,
        presencePerSecond: presenceEvents,
        payloadSize,
      },
    };
  }

  /** Connected clients, the newest first. */
  clients(search: ClientSearch): ClientPage {
    return clientPage(this.#options.sockets.clients, search);
  }

  /** Joined topics, those with the most members first. */
  channels(search: ChannelSearch): ChannelPage {
    return channelPage(this.#options.core.topics, search);
  }

  /** What the policies say now about a private topic. Throws AppError where they cannot be asked. */
  rights(caller: Caller, topic: string): Promise<Explanation> {
    return this.#options.authorizer.explain(caller, topic);
  }
}
