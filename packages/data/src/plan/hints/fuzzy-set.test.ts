import { expect, test } from 'vitest';
import { FuzzySet } from './fuzzy-set.ts';

test.each([
  [['films', 'directors', 'roles'], 'film', 'films'],
  [['(name, param, val)', '(attr, id)'], '(nam, pqaram, vall)', '(name, param, val)'],
  [['Projects'], 'PROJECTS', 'Projects'],
])('of %o the one most like %s is %s', (texts, wanted, best) => {
  expect(new FuzzySet(texts).best(wanted)).toBe(best);
});

test('nothing is suggested where nothing is alike', () => {
  expect(new FuzzySet(['films', 'roles']).best('noclosealternative')).toBeUndefined();
});

test('a suggestion can be asked to be very alike', () => {
  const set = new FuzzySet(['items']);
  expect(set.best('itemss', 0.75)).toBe('items');
  expect(set.best('it', 0.75)).toBeUndefined();
});

test('nothing is looked for among too many texts, or for one that no name can be', () => {
  const names = Array.from({ length: 1_001 }, (_, index) => `item_${index}`);
  expect(new FuzzySet(names).best('item_x')).toBeUndefined();
  expect(new FuzzySet(names.slice(1)).best('item_x')).toBeDefined();
  expect(new FuzzySet(['item']).best('item'.repeat(200))).toBeUndefined();
});
