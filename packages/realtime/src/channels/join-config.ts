import type { Json, JsonObject } from '@plinth/kernel';
import { recordOf } from './record-of.ts';

/** What a join asks for; what is absent or of a wrong type has its default, as upstream does it. */
export interface JoinConfig {
  readonly isPrivate: boolean;
  readonly ack: boolean;
  readonly self: boolean;
  /** Whether to be told that messages from the database arrive. */
  readonly replicationReady: boolean;
  /** The member as it came; undefined where there is none. */
  readonly replay: Json | undefined;
  readonly presenceEnabled: boolean;
  /** Empty: one is made. */
  readonly presenceKey: string;
  readonly bindings: readonly JsonObject[];
  /** Changes since then are wanted first, in milliseconds since 1970: the earliest that a binding names. */
  readonly since: number | undefined;
  /** Hold the reply until changes stream, at most so many milliseconds; undefined: do not insist. */
  readonly waitForChanges: number | undefined;
  /** Clients of before 2022 send no config: they mean the changes that the topic names. */
  readonly isLegacy: boolean;
  /** The token to use instead of the socket's. */
  readonly token: string | undefined;
}

/** How long a join may wait for changes to stream, in milliseconds, as upstream has it. */
const wait = { default: 15_000, most: 20_000 } as const;

/** Reads the payload of a `phx_join`; `topic` is without its prefix. */
export function parseJoin(payload: Json, topic: string): JoinConfig {
  const join: JsonObject = recordOf(payload) ?? {};
  const config: JsonObject = recordOf(join.config) ?? {};
  const broadcast: JsonObject = recordOf(config.broadcast) ?? {};
  const presence: JsonObject = recordOf(config.presence) ?? {};
  const options: JsonObject = recordOf(config.postgres_changes_options) ?? {};
  const isLegacy = join.config === undefined;
  const bindings = isLegacy ? [legacyBinding(topic)] : bindingsOf(config.postgres_changes);
  return {
    isPrivate: flag(config.private),
    ack: flag(broadcast.ack),
    self: flag(broadcast.self),
    replicationReady: flag(broadcast.replication_ready),
    replay: broadcast.replay,
    presenceEnabled: flag(presence.enabled),
    presenceKey: keyOf(presence.key),
    bindings,
    since: sinceOf(bindings),
    waitForChanges: flag(options.wait) ? waitOf(options.timeout) : undefined,
    isLegacy,
    token: tokenOf(join),
  };
}

/** `schema:table:filter`, from the left. */
function legacyBinding(topic: string): JsonObject {
  const [schema = '', table, ...filter] = topic.split(':');
  return {
    schema,
    ...(table !== undefined && { table }),
    ...(filter.length > 0 && { filter: filter.join(':') }),
  };
}

function bindingsOf(value: Json | undefined): readonly JsonObject[] {
  if (!Array.isArray(value)) return [];
  return (value as readonly Json[])
    .filter((each) => each !== null)
    .map((each) => recordOf(each) ?? {});
}

/** `replay: { since }` of a binding: our own addition, which client libraries pass on. */
function sinceOf(bindings: readonly JsonObject[]): number | undefined {
  const times = bindings
    .map(({ replay }) => recordOf(replay)?.since)
    .filter((since) => typeof since === 'number' && Number.isFinite(since));
  return times.length === 0 ? undefined : Math.min(...(times as number[]));
}

/** `user_token` is an old name of `access_token` and wins; keys are no tokens: the socket has brought its own. */
function tokenOf({ access_token: token, user_token: oldToken }: JsonObject): string | undefined {
  const first = token ?? oldToken;
  if (typeof first === 'string' && first.startsWith('sb_')) return undefined;
  if (typeof oldToken === 'string') return oldToken;
  return typeof token === 'string' ? token : undefined;
}

function keyOf(value: Json | undefined): string {
  if (typeof value === 'string') return value;
  return typeof value === 'number' ? String(value) : '';
}

function waitOf(value: Json | undefined): number {
  if (typeof value !== 'number' || !(value >= 0)) return wait.default;
  return Math.min(value, wait.most);
}

function flag(value: Json | undefined): boolean {
  return value === true || (typeof value === 'string' && value.toLowerCase() === 'true');
}
