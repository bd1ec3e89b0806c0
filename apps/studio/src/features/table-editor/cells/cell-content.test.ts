import { expect, test } from 'vitest';
import { shownDefault } from './cell-content.tsx';

test('a default that is a plain literal is shown as the value it stands for', () => {
  expect(shownDefault("'draft'::order_state")).toBe('draft');
  expect(shownDefault("'{}'::text[]")).toBe('{}');
  expect(shownDefault("'it''s'::character varying(20)")).toBe("it's");
  expect(shownDefault("''::text")).toBe('empty');
});

test('an expression is shown as it is written', () => {
  for (const expression of ['now()', '1', 'true', "('a'::text || 'b'::text)"])
    expect(shownDefault(expression)).toBe(expression);
});
