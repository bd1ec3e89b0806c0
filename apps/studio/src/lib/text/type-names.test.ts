import { expect, test } from 'vitest';
import { longType, shortType } from './type-names.ts';

test('types by the names that people write', () => {
  expect(shortType('timestamp with time zone')).toBe('timestamptz');
  expect(shortType('timestamp(3) with time zone[]')).toBe('timestamptz(3)[]');
  expect(shortType('timestamp without time zone')).toBe('timestamp');
  expect(shortType('character varying(20)')).toBe('varchar(20)');
  expect(shortType('double precision[]')).toBe('float8[]');
  expect(shortType('bigint')).toBe('int8');
  expect(shortType('integer[]')).toBe('int4[]');
});

test('types that have one name keep it', () => {
  for (const type of ['text', 'numeric(12,2)', 'uuid', 'public.mood', '"Odd one"', 'int4range'])
    expect(shortType(type)).toBe(type);
});

test('a short name is found by its long one', () => {
  expect(longType('int8')).toBe('bigint');
  expect(longType('text')).toBe('');
});
