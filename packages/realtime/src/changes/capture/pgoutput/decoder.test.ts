import fc from 'fast-check';
import { expect, test } from 'vitest';
import { logBytes } from '../../../../testkit/log-bytes.ts';
import { PgoutputDecoder } from './decoder.ts';
import { MalformedLog } from './malformed-log.ts';

const notes = logBytes.relation(16_400, 'public', 'notes', 'd', [
  ['id', 20, -1, true],
  ['body', 1043, 14, false],
]);

/** A decoder that knows the table. */
function withNotes(): PgoutputDecoder {
  const decoder = new PgoutputDecoder();
  expect(decoder.decode(notes)).toBeUndefined();
  return decoder;
}

test('begin and commit tell position and time', () => {
  const decoder = new PgoutputDecoder();
  const at = Date.UTC(2026, 10, 22, 1, 2, 3, 456);
  expect(decoder.decode(logBytes.begin(0x16_b374_d848n, at))).toEqual({
    kind: 'begin',
    lsn: 0x16_b374_d848n,
    committedAt: at,
  });
  expect(decoder.decode(logBytes.commit(10n, 20n))).toEqual({ kind: 'commit', lsn: 10n, end: 20n });
});

test('an insert has the table as it was described, and values as text', () => {
  const decoder = withNotes();
  expect(decoder.decode(logBytes.insert(16_400, ['1', 'grüße 👋']))).toEqual({
    kind: 'insert',
    table: {
      oid: 16_400,
      schema: 'public',
      name: 'notes',
      identity: 'default',
      columns: [
        { name: 'id', typeOid: 20, typeModifier: -1, isIdentity: true },
        { name: 'body', typeOid: 1043, typeModifier: 14, isIdentity: false },
      ],
    },
    row: ['1', 'grüße 👋'],
    oldRow: undefined,
  });
});

test.each([
  ['nothing old', logBytes.update(16_400, ['1', undefined]), ['1', undefined], undefined],
  [
    'the old key',
    logBytes.update(16_400, ['2', ''], ['K', ['1', null]]),
    ['2', ''],
    ['1', undefined],
  ],
  ['the old row', logBytes.update(16_400, ['1', null], ['O', ['1', 'a']]), ['1', null], ['1', 'a']],
])('an update with %s', (_, bytes, row, oldRow) => {
  expect(withNotes().decode(bytes)).toMatchObject({ kind: 'update', row, oldRow });
});

test.each([
  ['its key', logBytes.delete(16_400, 'K', ['1', null]), ['1', undefined]],
  ['its row', logBytes.delete(16_400, 'O', ['1', null]), ['1', null]],
])('a delete with %s', (_, bytes, oldRow) => {
  expect(withNotes().decode(bytes)).toMatchObject({ kind: 'delete', row: undefined, oldRow });
});

test('messages of a transaction, and none outside of one', () => {
  const decoder = new PgoutputDecoder();
  const message = { kind: 'message', prefix: 'plinth_schema', content: 'ä' };
  expect(decoder.decode(logBytes.message(true, 'plinth_schema', 'ä'))).toEqual(message);
  expect(decoder.decode(logBytes.message(false, 'plinth_schema', 'ä'))).toBeUndefined();
});

test('truncate, origin and type say nothing', () => {
  const decoder = withNotes();
  const silent = [logBytes.truncate(16_400), logBytes.origin(), logBytes.type()];
  expect(silent.map((bytes) => decoder.decode(bytes))).toEqual([undefined, undefined, undefined]);
});

test('a table described again is the same object where nothing changed, another one after DDL', () => {
  const decoder = withNotes();
  const tableOf = (): unknown => {
    const event = decoder.decode(logBytes.delete(16_400, 'K', ['1', null]));
    return event?.kind === 'delete' ? event.table : undefined;
  };
  const first = tableOf();
  decoder.decode(notes);
  expect(tableOf()).toBe(first);
  const renamed = logBytes.relation(16_400, 'public', 'remarks', 'f', [
    ['id', 20, -1, true],
    ['body', 25, -1, true],
  ]);
  decoder.decode(renamed);
  expect(tableOf()).toMatchObject({ oid: 16_400, name: 'remarks', identity: 'full' });
});

test.each([
  ['nothing', Buffer.alloc(0)],
  ['an unknown kind', Buffer.from('Z')],
  ['a table that was not described', logBytes.insert(1, ['1'])],
  ['another number of columns', logBytes.insert(16_400, ['1'])],
  ['more than it says', Buffer.concat([logBytes.insert(16_400, ['1', '2']), Buffer.of(0)])],
  ['an unknown identity', logBytes.relation(1, 'a', 'b', 'x', [])],
  ['a name without an end', Buffer.from('R\0\0\0\x01name')],
])('%s cannot be read', (_, bytes) => {
  expect(() => withNotes().decode(bytes)).toThrow(MalformedLog);
});

test('whatever the bytes are, they are read or there is the one error', () => {
  const samples = [
    notes,
    logBytes.begin(1n, 0),
    logBytes.commit(1n, 2n),
    logBytes.insert(16_400, ['1', 'text']),
    logBytes.update(16_400, ['1', undefined], ['O', ['1', null]]),
    logBytes.delete(16_400, 'K', ['1', null]),
    logBytes.message(true, 'p', 'content'),
  ];
  const spoiled = fc
    .tuple(fc.constantFrom(...samples), fc.nat(80), fc.nat(80), fc.nat(255), fc.boolean())
    .map(([sample, cut, at, value, isCut]) => {
      const bytes = Buffer.from(isCut ? sample.subarray(0, cut) : sample);
      if (at < bytes.length) bytes[at] = value;
      return bytes;
    });
  const hostile = fc.oneof(
    spoiled,
    fc.uint8Array({ maxLength: 60 }).map((bytes) => Buffer.from(bytes)),
  );
  fc.assert(
    fc.property(hostile, (bytes) => {
      const decoder = withNotes();
      try {
        decoder.decode(bytes);
      } catch (error) {
        expect(error).toBeInstanceOf(MalformedLog);
      }
    }),
    { numRuns: 2_000 },
  );
});

test('a truncated message is never taken for a whole one', () => {
  const samples = [
    logBytes.begin(1n, 0),
    logBytes.commit(1n, 2n),
    notes,
    logBytes.insert(16_400, ['1', 'text']),
    logBytes.update(16_400, ['1', null], ['O', ['1', 'old']]),
    logBytes.delete(16_400, 'K', ['1', null]),
    logBytes.message(true, 'p', 'content'),
  ];
  for (const sample of samples) {
    for (let length = 0; length < sample.length; length += 1) {
      expect(() => withNotes().decode(sample.subarray(0, length))).toThrow(MalformedLog);
    }
  }
});
