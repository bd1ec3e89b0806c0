import { expect, test } from 'vitest';
import { rank } from './fuzzy.ts';

const options = ['timestamptz', 'text', 'time', 'int8', 'interval', 'my_texts'].map((label) => ({
  label,
}));
const labels = (text: string): readonly string[] => rank(options, text).map(({ label }) => label);

test('nothing typed leaves the order alone', () => {
  expect(labels('  ')).toEqual(options.map(({ label }) => label));
});

test('what begins so comes before what contains it, and that before letters in order', () => {
  expect(labels('te')).toEqual(['text', 'my_texts', 'interval', 'timestamptz', 'time']);
  expect(labels('text')).toEqual(['text', 'my_texts']);
});

test('what does not fit is left out', () => {
  expect(labels('zz')).toEqual([]);
});

test('keywords and hints find an option too', () => {
  const types = [
    { label: 'int4', keywords: 'integer' },
    { label: 'bool', hint: 'true or false' },
  ];
  expect(rank(types, 'integer')[0]?.label).toBe('int4');
  expect(rank(types, 'false')[0]?.label).toBe('bool');
});
