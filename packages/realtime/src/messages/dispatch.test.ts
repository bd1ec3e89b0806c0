import type { Logger } from '@plinth/kernel';
import { silentLogger } from '@plinth/testkit';
import { beforeEach, expect, test } from 'vitest';
import type { BroadcastMessage } from '../broadcast/broadcast-message.ts';
import type { LoggedChange, LoggedTable, LoggedValue } from '../changes/change-source.ts';
import { MessageDispatch } from './dispatch.ts';

const names = ['topic', 'extension', 'payload', 'event', 'private', 'id', 'binary_payload', 'seq'];

const tableOf = (
  columns: readonly string[],
  schema = 'realtime',
  name = 'messages',
): LoggedTable => ({
  oid: 1,
  schema,
  name,
  identity: 'default',
  columns: columns.map((column) => ({
    name: column,
    typeOid: 25,
    typeModifier: -1,
    isIdentity: false,
  })),
});

type Row = Readonly<Record<string, LoggedValue>>;

const usual: Row = {
  topic: 'room',
  extension: 'broadcast',
  payload: '{"a": 1}',
  event: 'e',
  private: 't',
  id: 'i',
  binary_payload: null,
};

function inserted(change: Row = {}, table = tableOf(names)): LoggedChange {
  const values = { ...usual, ...change };
  return { kind: 'insert', table, row: table.columns.map(({ name }) => values[name]) };
}

let sent: BroadcastMessage[];
let logged: string[];
let dispatch: MessageDispatch;
beforeEach(() => {
  sent = [];
  logged = [];
  const note = (_: object, message: string): void => void logged.push(message);
  const logger: Logger = { ...silentLogger, warn: note, error: note };
  const broadcast = (message: BroadcastMessage): void => {
    if (message.topic === 'broken') throw new Error('broken');
    sent.push(message);
  };
  dispatch = new MessageDispatch({ broadcaster: { broadcast }, logger, largestPayload: 100 });
});

test('JSON and bytes, private and public, in order', () => {
  dispatch.take({
    entries: [
      inserted(),
      inserted({ private: 'f', payload: null, binary_payload: '\\x00ff', id: 'j' }),
      inserted({ payload: null, binary_payload: '\\x', id: 'k' }),
    ],
  });
  expect(sent).toEqual([
    { topic: 'room', isPrivate: true, event: 'e', payload: '{"a": 1}', meta: { id: 'i' } },
    {
      topic: 'room',
      isPrivate: false,
      event: 'e',
      payload: Buffer.from([0, 255]),
      meta: { id: 'j' },
    },
    { topic: 'room', isPrivate: true, event: 'e', payload: Buffer.alloc(0), meta: { id: 'k' } },
  ]);
});

test('columns stand where the table has them, also after it has changed', () => {
  const turned = tableOf([...names].reverse());
  dispatch.take({ entries: [inserted(), inserted({}, turned), inserted()] });
  expect(sent).toHaveLength(3);
  expect(new Set(sent.map((message) => JSON.stringify(message))).size).toBe(1);
});

test('other tables, other changes and marks are nothing', () => {
  const table = tableOf(names);
  dispatch.take({
    entries: [
      inserted({}, tableOf(names, 'public')),
      inserted({}, tableOf(names, 'realtime', 'subscription')),
      { ...inserted(), kind: 'update' },
      { kind: 'delete', table, oldRow: [] },
      { kind: 'message', prefix: 'plinth_schema', content: '' },
    ],
  });
  expect(sent).toEqual([]);
  expect(logged).toEqual([]);
});

test.each<[string, Row, string]>([
  ['no event', { event: null }, 'no event'],
  ['neither private nor public', { private: null }, 'whether it is private'],
  ['no payload', { payload: null }, 'no payload'],
  ['another extension', { extension: 'presence' }, 'not broadcast'],
  ['a large payload', { payload: `"${'x'.repeat(99)}"` }, 'too large'],
  ['large bytes', { payload: null, binary_payload: `\\x${'00'.repeat(101)}` }, 'too large'],
  ['bytes in another form', { payload: null, binary_payload: 'a\\000' }, 'no payload'],
  ['a value that was not logged', { payload: undefined }, 'too large'],
  ['a row of another shape', { id: undefined, topic: undefined }, 'no event'],
])('with %s a message is left out and logged, the next one is sent', (_, row, reason) => {
  dispatch.take({ entries: [inserted(row), inserted()] });
  expect(sent).toHaveLength(1);
  expect(logged).toEqual([expect.stringContaining(reason)]);
});

test('a payload of exactly the largest size is sent', () => {
  dispatch.take({ entries: [inserted({ payload: `"${'x'.repeat(98)}"` })] });
  expect(sent).toHaveLength(1);
});

test('a failing broadcast does not hold up the next message', () => {
  dispatch.take({ entries: [inserted({ topic: 'broken' }), inserted()] });
  expect(sent).toHaveLength(1);
  expect(logged).toEqual(['a message could not be sent']);
});
