import type { Column } from '@plinth/console/api';
import { expect, test } from 'vitest';
import { tellingColumns } from './telling-columns.ts';

const column = (name: string, category: Column['category'], nullable = true): Column => ({
  name,
  type: category,
  category,
  enumValues: null,
  nullable,
  default: null,
  identity: null,
  generated: false,
  unique: false,
  comment: null,
});

test('a row is told by its title and its state, not by its ids and its long text', () => {
  const columns = [
    column('id', 'uuid', false),
    column('notebook_id', 'number'),
    column('body', 'text'),
    column('state', 'enum', false),
    column('title', 'text', false),
  ];
  expect(tellingColumns({ primaryKey: ['id'], columns })).toEqual([4, 3]);
});

test('a table of one column has no second', () => {
  expect(tellingColumns({ primaryKey: [], columns: [column('line', 'text')] })).toEqual([
    0,
    undefined,
  ]);
});

test('a list of values tells less than a moment', () => {
  const columns = [
    column('id', 'uuid', false),
    column('customer', 'text', false),
    column('numbers', 'array'),
    column('placed_at', 'timestamp', false),
  ];
  expect(tellingColumns({ primaryKey: ['id'], columns })).toEqual([1, 3]);
});
