import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { jsonExcess } from '../depth.ts';
import { limits } from '../limits.ts';
import { csvRows } from './csv.ts';
import { type Payload, parsePayload, payloadType } from './payload.ts';

function read(text: string, type = 'application/json', use = {}): Payload {
  const defaults = { isCall: false, hasColumns: false };
  return parsePayload(Buffer.from(text), payloadType(type), { ...defaults, ...use });
}

describe('JSON', () => {
  test('the keys of an object or of all objects of an array', () => {
    expect(read('{"b":1,"a":2}')).toMatchObject({ isObject: true, keys: ['a', 'b'] });
    expect(read(' [{"b":1,"a":2},{"a":3,"b":4}]')).toMatchObject({
      isObject: false,
      keys: ['a', 'b'],
    });
  });

  test('goes on as the bytes that came, so that no number loses digits', () => {
    const text = '{"a": 12345678901234567890.10}';
    expect(read(text)).toMatchObject({ content: Buffer.from(text) });
  });

  test('the columns parameter spares looking into it', () => {
    expect(read(' {"a":', 'application/json', { hasColumns: true })).toMatchObject({
      isObject: true,
      keys: undefined,
    });
  });

  test.each([
    ['', 'Empty or invalid json'],
    ['{', 'Empty or invalid json'],
    ['[{"a":1},{"b":1}]', 'All object keys must match'],
    ['[{"a":1},2]', 'All object keys must match'],
    ['['.repeat(2_000), 'The JSON is nested more than 512 deep'],
  ])('%j is refused', (text, message) => {
    expect(() => read(text)).toThrow(expect.objectContaining({ code: 'PGRST102', message }));
  });

  test('more objects than can be read while others wait are refused', () => {
    const many = (count: number) => `[${'{},'.repeat(count - 1)}{}]`;
    expect(() => read(many(limits.objects + 1))).toThrow(/more than 1000000 objects/);
  });

  test('a call without a body has no arguments', () => {
    expect(read('', 'application/json', { isCall: true })).toMatchObject({
      isObject: true,
      keys: [],
    });
  });

  test('brackets in strings do not count as depth', () => {
    const nested = fc.letrec((tie) => ({
      value: fc.oneof(
        { maxDepth: 6 },
        fc.string({ unit: 'binary' }),
        fc.array(tie('value')),
        fc.dictionary(fc.string(), tie('value')),
      ),
    })).value;
    const depth = (value: unknown): number =>
      typeof value === 'object' && value !== null
        ? 1 + Math.max(0, ...Object.values(value).map(depth))
        : 0;
    const excess = (bytes: Buffer, most: number) =>
      jsonExcess(bytes, { depth: most, objects: Number.POSITIVE_INFINITY });
    fc.assert(
      fc.property(nested, (value) => {
        const bytes = Buffer.from(JSON.stringify(value));
        expect(excess(bytes, depth(value))).toBeUndefined();
        if (depth(value) > 0) expect(excess(bytes, depth(value) - 1)).toBe('depth');
      }),
    );
  });
});

describe('other types', () => {
  test('a form is an object of texts for a table, and arguments for a function', () => {
    const form = 'application/x-www-form-urlencoded';
    expect(read('a=1&b=x+y', form)).toMatchObject({ content: Buffer.from('{"a":"1","b":"x y"}') });
    expect(read('a=1', form, { isCall: true })).toMatchObject({ kind: 'form' });
  });

  test('CSV: NULL is null, everything else is text', () => {
    expect(read('a,b\n1,NULL\n"x, ""y""",\n', 'text/csv')).toMatchObject({
      content: Buffer.from('[{"a":"1","b":null},{"a":"x, \\"y\\"","b":""}]'),
      keys: ['a', 'b'],
    });
  });

  test('CSV with lines of different lengths is refused', () => {
    expect(() => read('a,b\n1', 'text/csv')).toThrow('All lines must have same number of fields');
  });

  test.each([
    ['The CSV has a quote that is out of place', 'a\n1"2'],
    ['The CSV has a quote that is out of place', 'a\n"1'],
    ['The CSV has a quote that is out of place', 'a\n"1"2'],
    ['The CSV has no header line', ''],
    ['The CSV has more than 1600 columns', 'a,'.repeat(2_000)],
    ['The CSV has more than 1000000 lines', `a\n${'1\n'.repeat(limits.objects + 1)}`],
  ])('%s: %#', (message, text) => {
    expect(() => read(text, 'text/csv')).toThrow(
      expect.objectContaining({ code: 'PGRST102', message }),
    );
  });

  test('a form of more parameters than a query may have is refused', () => {
    const form = 'application/x-www-form-urlencoded';
    expect(() => read('a=1&'.repeat(10_001), form)).toThrow('The query asks for too much');
  });

  test('text, XML and bytes are for functions', () => {
    expect(read('x', 'text/plain', { isCall: true })).toMatchObject({ kind: 'raw' });
    expect(() => read('x', 'text/plain')).toThrow('Content-Type not acceptable: text/plain');
    expect(() => read('x', 'image/png')).toThrow('Content-Type not acceptable: image/png');
  });

  test('what was written as CSV reads back', () => {
    const cell = fc.string({ unit: fc.constantFrom(...'ab",\n\r '.split('')) });
    const table = fc.array(fc.array(cell, { minLength: 2, maxLength: 3 }), { minLength: 1 });
    fc.assert(
      fc.property(table, (rows) => {
        const text = rows
          .map((row) => row.map((each) => `"${each.replaceAll('"', '""')}"`).join(','))
          .join('\r\n');
        expect([...csvRows(text)]).toEqual(rows);
      }),
    );
  });
});
