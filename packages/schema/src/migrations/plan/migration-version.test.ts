import { expect, test } from 'vitest';
import { fileSlug, nextVersion } from './migration-version.ts';

const now = Date.UTC(2026, 10, 20, 23, 59, 59);

test('a new migration sorts behind every other one', () => {
  expect(nextVersion(now, [], [])).toBe('20261120235959');
  expect(nextVersion(now, ['20261120235959_a.sql'], [])).toBe('20261121000000');
  expect(nextVersion(now, ['20991231235959_a.sql'], ['20261120235959'])).toBe('21000101000000');
  expect(nextVersion(now, ['20260426_001_a.sql', '99999999999999_end.sql'], [])).toBe(
    '20261120235959',
  );
});

test('a name becomes part of a file name', () => {
  expect(fileSlug('Create table “Größe” / 表')).toBe('create_table_größe_表');
  expect(fileSlug('../../etc')).toBe('etc');
  expect(fileSlug('…')).toBe('change');
  expect(fileSlug('a'.repeat(300))).toHaveLength(60);
});
