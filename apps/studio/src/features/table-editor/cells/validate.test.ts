import type { Column } from '@plinth/console/api';
import { expect, test } from 'vitest';
import { problemOf } from './validate.ts';

const column = (category: Column['category'], type: string, nullable = true): Column => ({
  name: 'c',
  type,
  category,
  enumValues: null,
  nullable,
  default: null,
  identity: null,
  generated: false,
  unique: false,
  comment: null,
});

test('whole numbers, decimals and the special values of floats', () => {
  expect(problemOf(column('number', 'integer'), '42')).toBeNull();
  expect(problemOf(column('number', 'integer'), '4.2')).not.toBeNull();
  expect(problemOf(column('number', 'numeric(6,2)'), '-4.20')).toBeNull();
  expect(problemOf(column('number', 'double precision'), 'NaN')).toBeNull();
  expect(problemOf(column('number', 'real'), 'two')).not.toBeNull();
});

test('NULL only where the column takes it', () => {
  expect(problemOf(column('text', 'text'), null)).toBeNull();
  expect(problemOf(column('text', 'text', false), null)).not.toBeNull();
});

test('JSON and UUIDs are looked at before they are sent', () => {
  expect(problemOf(column('json', 'jsonb'), '{"a":1}')).toBeNull();
  expect(problemOf(column('json', 'jsonb'), '{a:1}')).not.toBeNull();
  expect(problemOf(column('uuid', 'uuid'), '7f3b2c10-9a8e-4d51-b0c2-5e1f0a9d3c77')).toBeNull();
  expect(problemOf(column('uuid', 'uuid'), '7f3b')).not.toBeNull();
});

test('text may be empty', () => {
  expect(problemOf(column('text', 'text', false), '')).toBeNull();
});
