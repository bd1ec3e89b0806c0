import fc from 'fast-check';
import { expect, test } from 'vitest';
import { childrenOf, childText, readXml } from './read-xml.ts';
import { writeXml } from './write-xml.ts';

test('what is written is read back, whatever characters a name has', () => {
  const text = fc
    .string({ unit: 'grapheme' })
    .filter((each) => !/[\p{Cc}\p{Cs}\ufffe\uffff]/u.test(each));
  fc.assert(
    fc.property(fc.array(text), (keys) => {
      const document = readXml(writeXml('Delete', { Object: keys.map((Key) => ({ Key })) }));
      const read = childrenOf(document, 'Object').map((object) => childText(object, 'Key'));
      expect(read).toEqual(keys);
    }),
  );
});

test('characters that XML cannot hold do not make it malformed', () => {
  const document = readXml(writeXml('List', { Key: 'a\u0000b\u0001\u001f\ud800\r\n\t' }));
  expect(childText(document, 'Key')).toBe('a\ufffdb\ufffd\ufffd\ufffd\r\n\t');
});

test('declarations, comments, sections, attributes, prefixes and references are read', () => {
  const document = readXml(`\ufeff<?xml version="1.0"?>
    <!-- a comment --><s3:Delete xmlns:s3="http://s3" a='1'>
      <Object><Key><![CDATA[<a&b>]]> &amp;&lt;&gt;&quot;&apos;&#65;&#x1F600;</Key></Object><Quiet/>
    </s3:Delete>\n`);
  expect(document.name).toBe('Delete');
  const [object] = childrenOf(document, 'Object');
  expect(object && childText(object, 'Key')).toBe('<a&b> &<>"\'A\u{1F600}');
  expect(childText(document, 'Quiet')).toBe('');
});

test('a document type is refused, and with it every entity of its own', () => {
  const bomb = `<!DOCTYPE lolz [<!ENTITY lol "lol"><!ENTITY lol2 "&lol;&lol;&lol;">]><a>&lol2;</a>`;
  const outside = `<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>`;
  const wrong = [
    bomb,
    outside,
    '<a>&lol;</a>',
    '<a>&constructor;</a>',
    '<a>&#0;</a>',
    '<a>&#xD800;</a>',
  ];
  for (const text of wrong) expect(() => readXml(text)).toThrow(/well-formed/);
});

test('what is not well-formed is refused', () => {
  const wrong = [
    '',
    'text',
    '<a>',
    '</a>',
    '<a></b>',
    '<a/><b/>',
    '<a',
    '<a b></a>',
    '<a/>text',
    '<a>&',
    '<!-- <a/>',
  ];
  for (const text of wrong) expect(() => readXml(text)).toThrow(/well-formed/);
});

test('depth and number of elements have a bound', () => {
  expect(() => readXml('<a>'.repeat(50) + '</a>'.repeat(50))).toThrow(/well-formed/);
  expect(() => readXml(`<a>${'<b/>'.repeat(100_001)}</a>`)).toThrow(/well-formed/);
});

test('no text makes the reader do anything but read or refuse', () => {
  const pieces = fc.constantFrom(
    '<a>',
    '</a>',
    '<',
    '>',
    '&',
    ';',
    '<!--',
    '-->',
    '<![CDATA[',
    ']]>',
    '<?',
    '?>',
    'x',
    ' ',
    '"',
    "='",
  );
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 60 }), (parts) => {
      try {
        readXml(parts.join(''));
      } catch (error) {
        expect((error as { code?: string }).code).toBe('MalformedXML');
      }
    }),
    { numRuns: 1_000 },
  );
});
