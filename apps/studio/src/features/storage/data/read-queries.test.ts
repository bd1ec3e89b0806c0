import { expect, test } from 'vitest';
import { cursorOf, find, list, literal } from './read-queries.ts';

const query = { prefix: '', limit: 100, folders: true, column: 'name', descending: false } as const;

test('no text leaves its quotes', () => {
  expect(literal("ada's")).toBe("'ada''s'");
  expect(literal("\\'; drop table notes; --")).toBe("E'\\\\''; drop table notes; --'");
  expect(find('b', '', "50%_'\\", 10)).toContain("E'%50\\\\%\\\\_''\\\\\\\\%'");
});

test('a page goes on behind the one before', () => {
  const last = {
    name: "it's.txt",
    id: 'x',
    updated_at: '2026-11-20T10:00:00+00:00',
    created_at: null,
    metadata: null,
  };
  expect(list('b', { ...query, cursor: cursorOf(last, query) })).toContain("'it''s.txt'");
  const byTime = { ...query, column: 'updated_at' } as const;
  expect(list('b', { ...byTime, cursor: cursorOf(last, byTime) })).toContain(
    "'2026-11-20T10:00:00+00:00'",
  );
});
