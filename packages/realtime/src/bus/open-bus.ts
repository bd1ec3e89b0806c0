import type { Logger } from '@plinth/kernel';
import type { Database } from '@plinth/postgres';
import type { Bus } from './bus.ts';
import { parseBusUrl } from './bus-url.ts';
import { EngineBus } from './engine-bus.ts';
import type { BusEngine } from './engines/bus-engine.ts';
import { NatsEngine } from './engines/nats-engine.ts';
import { PostgresEngine } from './engines/postgres-engine.ts';
import { RedisEngine } from './engines/redis-engine.ts';

export interface OpenBusOptions {
  /** `none`, `postgres`, or the URL of a Redis or NATS server. */
  readonly url: string;
  /** Of the project; used where the engine is Postgres. */
  readonly database: Database;
  /** Uuid of this process. */
  readonly nodeId: string;
  /** Sets the projects on one engine apart; secret, so that strangers on it cannot guess the channels. */
  readonly namespace: string;
  readonly logger: Logger;
}

/**
 * The bus that a setting names, connecting from now on for as long as it takes; undefined for `none`: this node is the only one.
 * Throws BusUrlError.
 */
export function openBus(options: OpenBusOptions): Bus | undefined {
  const engine = engineOf(options);
  return engine && new EngineBus({ ...options, engine });
}

function engineOf({ url, database }: OpenBusOptions): BusEngine | undefined {
  const choice = parseBusUrl(url);
  switch (choice.engine) {
    case 'none':
      return undefined;
    case 'postgres':
      return new PostgresEngine(database);
    case 'redis':
      return new RedisEngine(choice.url);
    case 'nats':
      return new NatsEngine(choice.options);
  }
}
