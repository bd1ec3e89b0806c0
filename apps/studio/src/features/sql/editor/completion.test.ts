import { expect, test } from 'vitest';
import { completionOf } from './completion.ts';

test('schemas hold tables, tables hold columns with their types', () => {
  const { schemas } = completionOf([
    ['public', 'notes', 'id', 'uuid'],
    ['public', 'notes', 'title', 'text'],
    ['billing', 'invoices', 'id', 'integer'],
    [null, 'odd', 'x', 'text'],
  ]);
  expect(schemas).toEqual({
    public: {
      notes: [
        { label: 'id', type: 'property', detail: 'uuid' },
        { label: 'title', type: 'property', detail: 'text' },
      ],
    },
    billing: { invoices: [{ label: 'id', type: 'property', detail: 'integer' }] },
  });
});
