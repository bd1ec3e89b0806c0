import type { Caller } from '@plinth/kernel';
import type { Client } from '../sockets/socket-server.ts';
import { longestName } from './channel-page.ts';

/** A connected client. */
export interface ClientFacts {
  /** Counts the connections since the server started. */
  readonly id: number;
  /** Of the one whose token its channels bear, else of the key that the socket was opened with. */
  readonly kind: Caller['kind'];
  readonly role: string;
  readonly userId: string | null;
  readonly address: string;
  /** ISO 8601. */
  readonly connectedAt: string;
  readonly lastHeardAt: string;
  readonly channels: number;
  /** The first of them. */
  readonly topics: readonly { readonly topic: string; readonly isPrivate: boolean }[];
  /** What was sent and the client has not taken yet. */
  readonly waitingBytes: number;
}

export interface ClientSearch {
  /** Part of the user's id, the role or the address. */
  readonly search: string;
  readonly limit: number;
  /** Only clients with a smaller id; undefined: from the newest. */
  readonly before: number | undefined;
}

export interface ClientPage {
  readonly clients: readonly ClientFacts[];
  /** Clients that fit, on all pages. */
  readonly total: number;
  /** `before` of the next page; null on the last. */
  readonly next: number | null;
}

const mostTopics = 10;

/** A page of the clients that fit, the newest first. */
export function clientPage(clients: Iterable<Client>, search: ClientSearch): ClientPage {
  const { limit, before = Number.POSITIVE_INFINITY } = search;
  const wanted = search.search.toLowerCase();
  let total = 0;
  let page: Client[] = [];
  for (const client of clients) {
    if (wanted !== '' && !fits(client, wanted)) continue;
    total += 1;
    if (client.connection.id >= before) continue;
    page.push(client);
    // The oldest of a page are let go in one piece: one by one would cost as much as all that there are.
    if (page.length > 2 * limit) page = page.slice(-limit - 1);
  }
  page = page.slice(-limit - 1);
  const hasMore = page.length > limit;
  const shown = (hasMore ? page.slice(1) : page).reverse();
  const last = shown.at(-1)?.connection.id ?? null;
  return { clients: shown.map(factsOf), total, next: hasMore ? last : null };
}

function fits({ connection, session }: Client, wanted: string): boolean {
  if (connection.address.toLowerCase().includes(wanted)) return true;
  const { role, userId = '' } = callerOf(session);
  return role.toLowerCase().includes(wanted) || userId.toLowerCase().includes(wanted);
}

/** Users bring their tokens with the joins: the socket was opened with the key of everybody. */
function callerOf({ channels, credential }: Client['session']): Caller {
  for (const { caller } of channels.values()) if (caller.userId !== undefined) return caller;
  return credential.caller;
}

function factsOf({ connection, session }: Client): ClientFacts {
  const { kind, role, userId } = callerOf(session);
  const topics: { topic: string; isPrivate: boolean }[] = [];
  for (const { name, config } of session.channels.values()) {
    if (topics.length >= mostTopics) break;
    topics.push({ topic: name.slice(0, longestName), isPrivate: config.isPrivate });
  }
  return {
    id: connection.id,
    kind,
    role,
    userId: userId ?? null,
    address: connection.address,
    connectedAt: new Date(connection.openedAt).toISOString(),
    lastHeardAt: new Date(connection.lastSeen).toISOString(),
    channels: session.channels.size,
    topics,
    waitingBytes: connection.waitingBytes,
  };
}
