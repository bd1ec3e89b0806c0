import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compactJson, isJson, prettyJson } from './json-layout.ts';

test('layout changes nothing but space', () => {
  fc.assert(
    fc.property(fc.json(), (text) => {
      expect(JSON.parse(prettyJson(text))).toEqual(JSON.parse(text));
      expect(compactJson(prettyJson(text))).toBe(compactJson(text));
    }),
  );
});

test('numbers keep every digit', () => {
  const text = '{"id":12345678901234567890,"price":1.10}';
  expect(compactJson(prettyJson(text))).toBe(text);
});

test('members stand on lines of their own, empty ones stay short', () => {
  expect(prettyJson('{"a":[1,{}],"b":[]}')).toBe('{\n  "a": [\n    1,\n    {}\n  ],\n  "b": []\n}');
});

test('text that is no JSON is left alone', () => {
  expect(isJson('{a:1}')).toBe(false);
  expect(prettyJson('{a:1}')).toBe('{a:1}');
});
