import type { JsonObject } from '@plinth/kernel';
import type { PresenceChange } from './presence-change.ts';
import type { PresenceEntry } from './presence-room.ts';

/** Most parts of all entries; each is a megabyte. */
const mostParts = 10_000;

/** Version of what nodes tell each other about presence. */
const version = 1;

/** An entry and the topic that it is on. */
export interface PlacedEntry {
  readonly topic: string;
  readonly entry: PresenceEntry;
}

/** What nodes tell each other. `epoch` grows with every start of presence on a node; changes are counted from 1 in each. */
export type ReplicaMessage =
  /** What has changed on the sender; the first of them has the number `first`. */
  | {
      readonly kind: 'changes';
      readonly epoch: number;
      readonly first: number;
      readonly changes: readonly PresenceChange[];
    }
  /** How many changes the sender has made. */
  | { readonly kind: 'digest'; readonly epoch: number; readonly count: number }
  /** A node is asked for all that it shows. */
  | { readonly kind: 'want'; readonly node: string }
  /** Part `index` of `parts` of all that the sender shows after `count` changes. */
  | {
      readonly kind: 'all';
      readonly epoch: number;
      readonly count: number;
      readonly index: number;
      readonly parts: number;
      readonly entries: readonly PlacedEntry[];
    };

/** JSON; metas are objects in it, so that nothing but an object can come out of it. */
export function encodeReplica(message: ReplicaMessage): Uint8Array {
  return Buffer.from(textOf(message));
}

/** Text of an entry inside a message. */
export function entryText({ topic, entry: { key, meta } }: PlacedEntry): string {
  return `[${JSON.stringify(topic)},${JSON.stringify(key)},${meta}]`;
}

function textOf(message: ReplicaMessage): string {
  switch (message.kind) {
    case 'changes': {
      const changes = message.changes.map((change) =>
        change.kind === 'add' ? entryText(change) : JSON.stringify([change.topic, change.ref]),
      );
      return `[${version},"changes",${message.epoch},${message.first},[${changes}]]`;
    }
    case 'digest':
      return `[${version},"digest",${message.epoch},${message.count}]`;
    case 'want':
      return `[${version},"want",${JSON.stringify(message.node)}]`;
    case 'all': {
      const { epoch, count, index, parts, entries } = message;
      return `[${version},"all",${epoch},${count},${index},${parts},[${entries.map(entryText)}]]`;
    }
  }
}

/** Undefined where the bytes are no message of this version. */
export function decodeReplica(bytes: Uint8Array): ReplicaMessage | undefined {
  const fields = parse(bytes);
  if (fields?.[0] !== version) return undefined;
  const [, kind, ...rest] = fields;
  if (kind === 'want') return typeof rest[0] === 'string' ? { kind, node: rest[0] } : undefined;
  const [epoch, count] = rest;
  if (!isCount(epoch) || !isCount(count)) return undefined;
  if (kind === 'digest') return { kind, epoch, count };
  if (kind === 'changes') {
    const changes = every(rest[2], changeOf);
    return changes && { kind, epoch, first: count, changes };
  }
  const [, , index, parts] = rest;
  if (kind !== 'all' || !isCount(index) || !isCount(parts) || index >= parts || parts > mostParts)
    return undefined;
  const entries = every(rest[4], entryOf);
  return entries && { kind, epoch, count, index, parts, entries };
}

function parse(bytes: Uint8Array): readonly unknown[] | undefined {
  try {
    const value: unknown = JSON.parse(
      Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString(),
    );
    return Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** All items, or nothing where one of them is not as it should be. */
function every<T>(items: unknown, read: (item: unknown) => T | undefined): T[] | undefined {
  if (!Array.isArray(items)) return undefined;
  const all: T[] = [];
  for (const item of items) {
    const value = read(item);
    if (value === undefined) return undefined;
    all.push(value);
  }
  return all;
}

function changeOf(item: unknown): PresenceChange | undefined {
  if (Array.isArray(item) && item.length === 2) {
    const [topic, ref]: unknown[] = item;
    return typeof topic === 'string' && typeof ref === 'string'
      ? { kind: 'remove', topic, ref }
      : undefined;
  }
  const placed = entryOf(item);
  return placed && { kind: 'add', ...placed };
}

function entryOf(item: unknown): PlacedEntry | undefined {
  const [topic, key, meta]: unknown[] = Array.isArray(item) ? item : [];
  if (typeof topic !== 'string' || typeof key !== 'string' || !isObject(meta)) return undefined;
  const { phx_ref: ref } = meta;
  return typeof ref === 'string'
    ? { topic, entry: { key, ref, meta: JSON.stringify(meta) } }
    : undefined;
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0;
}
