import { randomBytes, randomUUID } from 'node:crypto';
import type { JsonObject } from '@plinth/kernel';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  observePresence,
  type PresenceObserver,
  sortedState,
} from '../../testkit/presence-observer.ts';
import { NodePresence } from './node-presence.ts';
import type { PresenceMember } from './presence.ts';
import { PresenceRoom } from './presence-room.ts';

const random = { bytes: (length: number) => randomBytes(length), uuid: () => randomUUID() };

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('a join, an update and a leave are told as Phoenix tells them', () => {
  const presence = new NodePresence({ random });
  const diffs: { joins: Metas; leaves: Metas }[] = [];
  type Metas = Record<string, { metas: JsonObject[] }>;
  presence.onDiff((topic, diff) => diffs.push({ topic, ...JSON.parse(diff) }));
  const ann = presence.member('room', 'ann');

  ann.track({ status: 'here' });
  const ref = diffs[0]?.joins.ann?.metas[0]?.phx_ref;
  expect(typeof ref).toBe('string');
  expect(diffs).toEqual([
    { topic: 'room', joins: { ann: { metas: [{ status: 'here', phx_ref: ref }] } }, leaves: {} },
  ]);

  ann.track({ status: 'here' });
  expect(diffs).toHaveLength(1);

  ann.track({ status: 'away', phx_ref: 'forged', phx_ref_prev: 'forged' });
  const next = diffs[1]?.joins.ann?.metas[0]?.phx_ref;
  expect(next).not.toBe(ref);
  expect(diffs[1]).toEqual({
    topic: 'room',
    joins: { ann: { metas: [{ status: 'away', phx_ref: next, phx_ref_prev: ref }] } },
    leaves: { ann: { metas: [{ status: 'here', phx_ref: ref }] } },
  });

  ann.untrack();
  ann.untrack();
  expect(diffs).toHaveLength(3);
  expect(diffs[2]?.joins).toEqual({});
  expect(Object.keys(diffs[2]?.leaves ?? {})).toEqual(['ann']);
  expect(presence.state('room')).toBe('{}');
  expect(presence.rooms.size).toBe(0);
});

test('channels without a key have one each; channels of one key are metas side by side', () => {
  const presence = new NodePresence({ random });
  const [one, two] = [presence.member('room', ''), presence.member('room', '')];
  expect(one.key).toMatch(/^[0-9a-f-]{36}$/);
  expect(two.key).not.toBe(one.key);

  presence.member('room', 'bea').track({ device: 1 });
  presence.member('room', 'bea').track({ device: 1 });
  expect(JSON.parse(presence.state('room')).bea.metas).toHaveLength(2);
});

test('keys and payloads that are names of Object.prototype are like any other', () => {
  const presence = new NodePresence({ random });
  const seen = observePresence(presence, 'room');
  presence.onDiff((_topic, diff) => seen.take(diff));
  presence.member('room', '__proto__').track(JSON.parse('{"__proto__":{"a":1}}'));
  presence.member('room', 'constructor').track({});
  expect(Object.keys(JSON.parse(presence.state('room')))).toEqual(['__proto__', 'constructor']);
  expect(seen.heard).toEqual(['join __proto__', 'join constructor']);
});

test('a storm of joins in a large room is told by the tick, and what cancels out is not told', () => {
  const presence = new NodePresence({ random });
  const diffs: string[] = [];
  presence.onDiff((_topic, diff) => diffs.push(diff));
  const members = Array.from({ length: 500 }, (_, i) => presence.member('room', `user ${i}`));
  for (const member of members) member.track({});
  expect(diffs).toHaveLength(50);
  vi.advanceTimersByTime(100);
  expect(diffs).toHaveLength(51);

  const guest = presence.member('room', 'guest');
  guest.track({});
  guest.untrack();
  vi.advanceTimersByTime(1000);
  expect(diffs).toHaveLength(51);
  expect(vi.getTimerCount()).toBe(0);
});

test('a change that telling brings about is told after it', () => {
  const presence = new NodePresence({ random });
  const [slow, ann] = [presence.member('room', 'slow'), presence.member('room', 'ann')];
  slow.track({});
  const [first, second] = [observePresence(presence, 'room'), observePresence(presence, 'room')];
  presence.onDiff((_topic, diff) => {
    first.take(diff);
    // As where a socket that cannot keep up is closed in the middle of a fan-out.
    if (diff.includes('ann')) ann.untrack();
    second.take(diff);
  });
  ann.track({});
  for (const each of [first, second]) {
    expect(each.heard).toEqual(['join ann', 'leave ann']);
    expect(each.sees()).toEqual({ slow: ['{}'] });
  }
});

test('an entry that is gone and back between two diffs, as where a node is heard again, never left', () => {
  const room = new PresenceRoom('room');
  const entry = { key: 'ann', ref: 'a', meta: '{"phx_ref":"a"}' };
  room.add(entry);
  room.takeDiff();
  room.remove('a');
  expect(room.state()).toBe('{"ann":{"metas":[{"phx_ref":"a"}]}}');
  room.add(entry);
  expect(room.takeDiff()).toBeUndefined();
  expect(room.state()).toBe('{"ann":{"metas":[{"phx_ref":"a"}]}}');
});

/** What happens in a room, one after another. */
const happening = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('track' as const),
      who: fc.nat(11),
      status: fc.nat(2),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('untrack' as const), who: fc.nat(11) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('observe' as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('wait' as const), time: fc.nat(100) }) },
);

test('whoever comes when, state and diffs make the true state', () => {
  fc.assert(
    fc.property(
      fc.array(happening, { maxLength: 120, size: 'max' }),
      fc.nat(6),
      (happenings, smallRoom) => {
        const presence = new NodePresence({ random, pace: { smallRoom } });
        const observers: PresenceObserver[] = [];
        presence.onDiff((_topic, diff) => {
          for (const each of observers) each.take(diff);
        });
        // Four keys with three channels each.
        const members = Array.from({ length: 12 }, (_, i) =>
          presence.member('room', `key ${i % 4}`),
        );
        const model = new Map<PresenceMember, JsonObject>();
        for (const next of happenings) {
          if (next.kind === 'wait') vi.advanceTimersByTime(next.time);
          else if (next.kind === 'observe') observers.push(observePresence(presence, 'room'));
          else {
            const member = members[next.who] as PresenceMember;
            if (next.kind === 'untrack') {
              member.untrack();
              model.delete(member);
            } else {
              member.track({ status: next.status });
              model.set(member, { status: next.status });
            }
          }
        }
        vi.advanceTimersByTime(100);
        const truth: Record<string, { presence_ref: string }[]> = {};
        for (const [{ key }, payload] of model) {
          truth[key] ??= [];
          truth[key].push({ ...payload, presence_ref: '' });
        }
        observers.push(observePresence(presence, 'room'));
        for (const each of observers) expect(each.sees()).toEqual(sortedState(truth));
        presence.close();
      },
    ),
    { numRuns: 100 },
  );
});
