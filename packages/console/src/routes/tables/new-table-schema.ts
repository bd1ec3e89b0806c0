import { type TUnsafe, Type } from 'typebox';
import type { NewTable, ReferentialAction } from '../../api/tables.ts';

const actions: readonly ReferentialAction[] = [
  'no action',
  'restrict',
  'cascade',
  'set null',
  'set default',
];

/** Names are checked in bytes later; this only bounds what is looked at. */
const name = Type.String({ maxLength: 200 });
const names = Type.Array(name, { minItems: 1, maxItems: 32 });

const column = Type.Object({
  name,
  type: Type.String({ maxLength: 300 }),
  default: Type.Optional(
    Type.Object({
      kind: Type.Enum(['expression', 'literal']),
      value: Type.String({ maxLength: 10_000 }),
    }),
  ),
  identity: Type.Optional(Type.Boolean()),
  primaryKey: Type.Boolean(),
  nullable: Type.Boolean(),
  unique: Type.Boolean(),
});

const foreignKey = Type.Object({
  columns: names,
  targetSchema: name,
  targetTable: name,
  targetColumns: names,
  onDelete: Type.Enum([...actions]),
  onUpdate: Type.Enum([...actions]),
});

/** A table to be made. */
export const newTable: TUnsafe<NewTable> = Type.Unsafe<NewTable>(
  Type.Object({
    schema: name,
    name,
    comment: Type.Optional(Type.String({ maxLength: 10_000 })),
    rlsEnabled: Type.Boolean({ default: true }),
    columns: Type.Array(column, { minItems: 1, maxItems: 1_600 }),
    foreignKeys: Type.Array(foreignKey, { maxItems: 100, default: [] }),
  }),
);
