import type { Settings } from '@plinth/config';
import { type Clock, kernelError, type Logger, type Random } from '@plinth/kernel';
import type { Database } from '@plinth/postgres';
import { Topics } from './broadcast/topics.ts';
import { PolicyAuthorizer } from './channels/policies/policy-authorizer.ts';
import { PresenceChannels } from './channels/presence-channels.ts';
import { SharedFrames } from './channels/shared-frames.ts';
import type { Callers, RealtimeCore } from './core.ts';
import { type Limits, limitsFrom } from './limits.ts';
import { NodePresence } from './presence/node-presence.ts';
import { SocketServer } from './sockets/socket-server.ts';
import { TokenBucket } from './token-bucket.ts';

export interface RealtimeServiceOptions {
  /** Logged in as authenticator: policies are other people's code. */
  readonly api: Database;
  readonly settings: Settings;
  readonly callers: Callers;
  readonly clock: Clock;
  readonly random: Random;
  readonly logger: Logger;
  /** Limits other than those of the settings. */
  readonly limits?: Partial<Limits>;
}

/** Realtime of one project: its sockets, channels, and what they are told. */
export class RealtimeService {
  readonly core: RealtimeCore;
  readonly sockets: SocketServer;
  readonly #presence: NodePresence;
  readonly #authorizer: PolicyAuthorizer;

  constructor({ settings, callers, clock, random, ...options }: RealtimeServiceOptions) {
    const logger = options.logger.child({ service: 'realtime' });
    const limits = { ...limitsFrom(settings), ...options.limits };
    this.#presence = new NodePresence({ random });
    this.#authorizer = new PolicyAuthorizer({ database: options.api, clock, logger });
    this.core = {
      callers,
      limits,
      rates: {
        joins: new TokenBucket(limits.joins, clock),
        events: new TokenBucket(limits.events, clock),
        presence: new TokenBucket(limits.presenceEvents, clock),
      },
      topics: new Topics(),
      presence: new PresenceChannels(this.#presence),
      frames: new SharedFrames(),
      changes: undefined,
      authorizer: this.#authorizer,
      replay: { replay: unavailable },
      clock,
      random,
      logger,
    };
    this.sockets = new SocketServer(this.core);
  }

  async start(): Promise<void> {
    await this.#authorizer.start();
    this.sockets.start();
  }

  /** Closes every socket. The database is the caller's to close. */
  async close(): Promise<void> {
    await this.sockets.close();
    this.#authorizer.close();
    this.#presence.close();
  }
}

function unavailable(): Promise<never> {
  return Promise.reject(kernelError('unavailable'));
}
