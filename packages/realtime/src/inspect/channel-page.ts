import type { Listener, Topics } from '../broadcast/topics.ts';
import { Channel } from '../channels/channel.ts';

/** A topic that clients have joined. */
export interface ChannelFacts {
  /** Cut where it is very long. */
  readonly topic: string;
  readonly isPrivate: boolean;
  readonly members: number;
  /** Members that asked to be told who is there. */
  readonly presence: number;
  /** What changes of the database members ask for: `INSERT public.notes, room=eq.1`. */
  readonly bindings: readonly string[];
}

export interface ChannelSearch {
  /** Part of the topic's name, in any case. */
  readonly search: string;
  readonly limit: number;
}

export interface ChannelPage {
  readonly channels: readonly ChannelFacts[];
  /** Topics that fit. */
  readonly total: number;
}

/** Members of a topic whose wishes are looked at; names in answers are cut at so many characters. */
const looked = 2_000;
export const longestName = 200;
const mostBindings = 10;

type Entry = readonly [topic: string, members: ReadonlySet<Listener>, isPrivate: boolean];

/** The topics with the most members among those whose name fits. */
export function channelPage(topics: Topics, { search, limit }: ChannelSearch): ChannelPage {
  const wanted = search.toLowerCase();
  const largest: Entry[] = [];
  let total = 0;
  for (const isPrivate of [false, true]) {
    for (const [topic, members] of topics.listeners(isPrivate)) {
      if (wanted !== '' && !topic.toLowerCase().includes(wanted)) continue;
      total += 1;
      keepLargest(largest, [topic, members, isPrivate], limit);
    }
  }
  return { channels: largest.map(factsOf), total };
}

/** Puts an entry in its place among the `limit` largest, which stay sorted. */
function keepLargest(largest: Entry[], entry: Entry, limit: number): void {
  const size = entry[1].size;
  const last = largest.at(-1);
  if (largest.length >= limit && last !== undefined && last[1].size >= size) return;
  let at = largest.length;
  while (at > 0 && (largest[at - 1]?.[1].size ?? 0) < size) at -= 1;
  largest.splice(at, 0, entry);
  if (largest.length > limit) largest.pop();
}

function factsOf([topic, members, isPrivate]: Entry): ChannelFacts {
  const bindings = new Set<string>();
  let presence = 0;
  let seen = 0;
  for (const member of members) {
    if (seen++ >= looked || !(member instanceof Channel)) break;
    if (member.config.presenceEnabled) presence += 1;
    for (const binding of member.config.bindings) {
      if (bindings.size < mostBindings) bindings.add(nameOf(binding));
    }
  }
  const facts = { isPrivate, members: members.size, presence, bindings: [...bindings] };
  return { topic: topic.slice(0, longestName), ...facts };
}

function nameOf({ event, schema, table, filter }: Readonly<Record<string, unknown>>): string {
  const part = (value: unknown, otherwise: string): string =>
    typeof value === 'string' && value !== '' ? value.slice(0, longestName) : otherwise;
  const condition = part(filter, '');
  const target = `${part(event, '*')} ${part(schema, 'public')}.${part(table, '*')}`;
  return condition === '' ? target : `${target}, ${condition}`;
}
