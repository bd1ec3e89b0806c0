import serializerModule from '@supabase/realtime-js/dist/main/lib/serializer.js';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { encodeBroadcast } from './binary-frames.ts';
import { MalformedFrame, numberOf, type ProtocolVersion } from './client-message.ts';
import { decodeFrame } from './decode-frame.ts';
import { encodeMessage } from './encode-message.ts';

/** The client's own code. It is CommonJS, of which the test runner gives the default export itself. */
const serializer = new (serializerModule as unknown as typeof serializerModule.default)();

function encoded(message: object): { data: Buffer; isBinary: boolean } {
  let result: ArrayBuffer | string = '';
  serializer.encode(message as never, (frame: ArrayBuffer | string) => {
    result = frame;
  });
  return { data: Buffer.from(result as never), isBinary: typeof result !== 'string' };
}

function decoded(frame: string | Buffer): unknown {
  let result: unknown;
  const raw = typeof frame === 'string' ? frame : new Uint8Array(frame).buffer;
  serializer.decode(raw, (message: unknown) => {
    result = message;
  });
  return result;
}

/** Any text that has a UTF-8 form and fits a length byte. */
const name = fc.string({ unit: 'grapheme', maxLength: 40 }).filter((text) => {
  const bytes = Buffer.from(text);
  return bytes.length <= 255 && bytes.toString('utf8') === text;
});
const ref = fc.string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 20 });
const json = fc.jsonValue({ maxDepth: 4 }).map((value) => JSON.parse(JSON.stringify(value)));

test('what realtime-js writes is read as it was meant', () => {
  fc.assert(
    fc.property(ref, ref, name, name, json, (joinRef, own, topic, event, payload) => {
      const text = encoded({
        join_ref: joinRef,
        ref: own,
        topic,
        event: 'x',
        payload: { payload },
      });
      expect(decodeFrame('2.0.0', text.data, text.isBinary)).toEqual({
        joinRef,
        ref: own,
        topic,
        event: 'x',
        payload: { payload },
      });
      // The client sends an empty object for a payload that is absent or null.
      const sent = payload ?? {};
      const push = { type: 'broadcast', event, payload };
      const binary = encoded({
        join_ref: joinRef,
        ref: own,
        topic,
        event: 'broadcast',
        payload: push,
      });
      expect(binary.isBinary).toBe(true);
      expect(decodeFrame('2.0.0', binary.data, true)).toMatchObject({
        joinRef,
        ref: own,
        topic,
        event: 'broadcast',
        push: { event, payload: JSON.stringify(sent) },
      });
    }),
  );
});

test('bytes that realtime-js pushes are kept as they are', () => {
  fc.assert(
    fc.property(name, name, fc.uint8Array({ maxLength: 300 }), (topic, event, bytes) => {
      const payload = { type: 'broadcast', event, payload: new Uint8Array(bytes).buffer };
      const { data } = encoded({ ref: '1', topic, event: 'broadcast', payload });
      const { joinRef, push } = decodeFrame('2.0.0', data, true);
      expect(joinRef).toBeNull();
      expect(push?.event).toBe(event);
      expect(Buffer.from(push?.payload as Uint8Array)).toEqual(Buffer.from(bytes));
    }),
  );
});

test('realtime-js reads what is sent, in both versions and as binary frames', () => {
  fc.assert(
    fc.property(name, name, json, fc.option(ref), (topic, event, payload, joinRef) => {
      const message = { joinRef, ref: joinRef, topic, event, payload: JSON.stringify(payload) };
      expect(decoded(encodeMessage('2.0.0', message))).toEqual({
        join_ref: joinRef,
        ref: joinRef,
        topic,
        event,
        payload,
      });
      expect(JSON.parse(encodeMessage('1.0.0', message))).toEqual({
        topic,
        event,
        payload,
        ref: joinRef,
      });
      const frame = encodeBroadcast({ topic, event, meta: '{"id":"1"}', payload: message.payload });
      expect(decoded(frame ?? '')).toEqual({
        join_ref: null,
        ref: null,
        topic,
        event: 'broadcast',
        payload: { type: 'broadcast', event, payload, meta: { id: '1' } },
      });
    }),
  );
});

test('names that are too long for a binary frame make none', () => {
  const frame = { topic: 'ü'.repeat(128), event: 'e', meta: '', payload: '{}' };
  expect(encodeBroadcast(frame)).toBeUndefined();
  expect(encodeBroadcast({ ...frame, topic: 'ü'.repeat(127) })).toBeDefined();
});

/** What reading a frame gives: the topic, or that it is refused; anything else is thrown on. */
function outcome(version: ProtocolVersion, data: Buffer, isBinary: boolean): string {
  try {
    return typeof decodeFrame(version, data, isBinary).topic;
  } catch (error) {
    if (error instanceof MalformedFrame) return 'refused';
    throw error;
  }
}

test('bytes of a stranger are a message or are refused, and nothing else', () => {
  const bytes = fc.uint8Array({ maxLength: 400 }).map((each) => Buffer.from(each));
  const almost = fc
    .tuple(fc.uint8Array({ minLength: 6, maxLength: 6 }), bytes)
    .map(([head, rest]) => Buffer.concat([Buffer.from([3]), head, rest]));
  const text = fc
    .oneof(
      json,
      fc.array(json, { maxLength: 6 }),
      fc.record({ topic: json, event: json, ref: json, payload: json }),
    )
    .map((value) => Buffer.from(JSON.stringify(value)));
  fc.assert(
    fc.property(fc.oneof(bytes, almost, text), fc.boolean(), (data, isBinary) => {
      for (const version of ['1.0.0', '2.0.0'] as const) {
        expect(['string', 'refused']).toContain(outcome(version, data, isBinary));
      }
    }),
    { numRuns: 2_000 },
  );
});

test.each([
  ['half an array', '["1","1","realtime:a"]'],
  ['an object for version 2', '{"topic":"a","event":"b","payload":{},"ref":"1"}'],
  ['no text for a topic', '[null,null,1,"e",{}]'],
  ['an object for a ref', '[{},null,"t","e",{}]'],
  ['very deep', `${'['.repeat(100_000)}`],
  ['nothing', ''],
])('version 2 refuses %s', (_, text) => {
  expect(outcome('2.0.0', Buffer.from(text), false)).toBe('refused');
});

test('text that is not UTF-8, and a payload that only says it is JSON, are refused', () => {
  expect(outcome('1.0.0', Buffer.from([0x22, 0xff, 0x22]), false)).toBe('refused');
  const frame = Buffer.from([3, 0, 0, 1, 1, 0, 1, 0x74, 0x65, 0x7b]);
  expect(outcome('2.0.0', frame, true)).toBe('refused');
});

test('a ref counts where it is a number that a database can store beside others', () => {
  expect(['1', 7, '1.5', 1e30, '-3', 'Infinity', 'x', '', null].map(numberOf)).toEqual([
    1, 7, 0, 0, 0, 0, 0, 0, 0,
  ]);
});
