import { expect, test } from 'vitest';
import { moveBy } from './navigation.ts';

const extent = { rows: 1000, columns: 5, page: 20 };
const press = (key: string, far = false) => ({ key, ctrlKey: far, metaKey: false });

test('arrows move by one cell and stop at the edges', () => {
  expect(moveBy(press('ArrowDown'), { row: 0, column: 0 }, extent)).toEqual({ row: 1, column: 0 });
  expect(moveBy(press('ArrowRight'), { row: 3, column: 4 }, extent)).toEqual({ row: 3, column: 4 });
  expect(moveBy(press('ArrowDown'), { row: 999, column: 1 }, extent)).toEqual({
    row: 999,
    column: 1,
  });
});

test('above the first row is the header, and nothing above that', () => {
  expect(moveBy(press('ArrowUp'), { row: 0, column: 2 }, extent)).toEqual({ row: -1, column: 2 });
  expect(moveBy(press('ArrowUp'), { row: -1, column: 2 }, extent)).toEqual({ row: -1, column: 2 });
});

test('with Ctrl they go to the far edge', () => {
  expect(moveBy(press('ArrowDown', true), { row: 5, column: 2 }, extent)).toEqual({
    row: 999,
    column: 2,
  });
  expect(moveBy(press('Home', true), { row: 5, column: 2 }, extent)).toEqual({ row: 0, column: 0 });
});

test('a page goes as far as the view is high', () => {
  expect(moveBy(press('PageDown'), { row: 5, column: 2 }, extent)).toEqual({ row: 25, column: 2 });
  expect(moveBy(press('PageUp'), { row: 5, column: 2 }, extent)).toEqual({ row: 0, column: 2 });
});

test('other keys do not move', () => {
  expect(moveBy(press('x'), { row: 5, column: 2 }, extent)).toBeNull();
});
