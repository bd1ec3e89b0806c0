import type { Claims, Json } from '@plinth/kernel';
import type { TableCatalog } from '../../catalog/table-catalog.ts';
import type { Expression } from '../expression/expression.ts';
import { NotUnderstood } from '../expression/tokens.ts';
import { Incomplete, type Operand, Unsuitable, type ValueType } from './condition.ts';

const none = { row: false, claims: false };
const ofRow = { row: true, claims: false };
const ofClaims = { row: false, claims: true };

const uuid = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i;

/** Types by how SQL writes them; enums have their own. */
const typeNames: Readonly<Record<string, ValueType>> = {
  text: 'text',
  'character varying': 'text',
  uuid: 'uuid',
  smallint: 'integer',
  integer: 'integer',
  bigint: 'integer',
  numeric: 'decimal',
  boolean: 'boolean',
};

/** Largest magnitude in digits that surely fits. */
const digits: Readonly<Record<string, number>> = { smallint: 4, integer: 9, bigint: 18 };

/** Understands an expression that stands for one value. Throws NotUnderstood. */
export function toOperand(expression: Expression, table: TableCatalog): Operand {
  switch (expression.kind) {
    case 'column':
      return columnOperand(expression.name, table);
    case 'number':
      return constant(expression.text.includes('.') ? 'decimal' : 'integer', expression.text);
    case 'boolean':
      if (expression.value === null) throw new NotUnderstood('null');
      return constant('boolean', expression.value ? 't' : 'f');
    case 'call':
      return callOperand(expression.name);
    case 'operation':
      if (expression.operator === '->>') return claimOperand(claimPath(expression));
      throw new NotUnderstood(expression.operator);
    case 'cast':
      return castOperand(expression.value, expression.type, table);
    default:
      throw new NotUnderstood(expression.kind);
  }
}

function constant(type: ValueType, value: string | null): Operand {
  return { type, reads: none, value: () => value };
}

function columnOperand(name: string, table: TableCatalog): Operand {
  const column = table.byName.get(name);
  if (column === undefined || column.comparison === 'other' || column.generated !== undefined) {
    throw new NotUnderstood(name);
  }
  const type: ValueType =
    column.comparison === 'enum' ? `enum ${column.written}` : column.comparison;
  return {
    type,
    reads: ofRow,
    value: (image) => {
      const value = image?.value(name);
      if (value === undefined) throw new Incomplete(name);
      return value;
    },
  };
}

function callOperand(name: string): Operand {
  switch (name) {
    case 'auth.uid':
      return converted(claimOperand(['sub']), 'uuid', toUuid);
    case 'auth.role':
      return claimOperand(['role']);
    case 'auth.email':
      return claimOperand(['email']);
    default:
      throw new NotUnderstood(name);
  }
}

/** `((auth.jwt() -> 'a') ->> 'b')` is `['a', 'b']`. */
function claimPath(expression: Expression): readonly string[] {
  if (expression.kind === 'call' && expression.name === 'auth.jwt') return [];
  if (expression.kind !== 'operation' || !['->', '->>'].includes(expression.operator)) {
    throw new NotUnderstood('path');
  }
  const { left, right } = expression;
  const isKey = right.kind === 'cast' && right.type === 'text' && right.value.kind === 'string';
  if (!isKey || (left.kind === 'operation' && left.operator !== '->'))
    throw new NotUnderstood('path');
  return [...claimPath(left), right.value.text];
}

function claimOperand(path: readonly string[]): Operand {
  return {
    type: 'text',
    reads: ofClaims,
    value: (_image, claims: Claims) => {
      let value: Json | undefined = claims;
      for (const key of path) {
        const isObject: boolean =
          typeof value === 'object' && value !== null && !Array.isArray(value);
        value = isObject ? own(value as Claims, key) : undefined;
      }
      return claimText(value);
    },
  };
}

function own(object: Claims, key: string): Json | undefined {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}

/** What `->>` makes of a claim. */
function claimText(value: Json | undefined): string | null {
  if (value === undefined || value === null) return null;
  if (typeof value === 'boolean') return String(value);
  if (typeof value === 'number' && Number.isSafeInteger(value)) return String(value);
  if (typeof value !== 'string') throw new Unsuitable('claim');
  return value;
}

function castOperand(inner: Expression, type: string, table: TableCatalog): Operand {
  if (inner.kind === 'string') return literal(inner.text, type, table);
  const target = typeNames[type];
  if (target === undefined) throw new NotUnderstood(type);
  if (inner.kind === 'boolean' && inner.value === null) return constant(target, null);
  const operand = toOperand(inner, table);
  if (target === operand.type) {
    // From a larger integer to a smaller one Postgres may raise; a value that fits is the same.
    if (target === 'integer' && operand.reads.row && type !== 'bigint')
      throw new NotUnderstood(type);
    return operand;
  }
  if (target === 'text' && operand.type !== 'boolean')
    return converted(operand, 'text', (text) => text);
  if (target === 'decimal' && operand.type === 'integer') {
    return converted(operand, 'decimal', (text) => text);
  }
  if (operand.type !== 'text' || operand.reads.row) throw new NotUnderstood(type);
  return fromText(operand, target, type);
}

/** A claim read as another type. */
function fromText(operand: Operand, target: ValueType, type: string): Operand {
  switch (target) {
    case 'uuid':
      return converted(operand, 'uuid', toUuid);
    case 'integer': {
      const most = digits[type] ?? 0;
      return converted(operand, 'integer', (text) => toInteger(text, most));
    }
    case 'boolean':
      return converted(operand, 'boolean', toBoolean);
    default:
      throw new NotUnderstood(type);
  }
}

function literal(text: string, type: string, table: TableCatalog): Operand {
  const target = typeNames[type];
  try {
    switch (target) {
      case 'text':
        return constant('text', text);
      case 'uuid':
        return constant('uuid', toUuid(text));
      case 'integer':
        return constant('integer', toInteger(text, digits[type] ?? 0));
      case 'boolean':
        return constant('boolean', toBoolean(text));
      case 'decimal':
        if (/^-?\d+(?:\.\d+)?$/.test(text)) return constant('decimal', text);
        break;
      default:
        if (table.columns.some((each) => each.comparison === 'enum' && each.written === type)) {
          return constant(`enum ${type}`, text);
        }
    }
  } catch (error) {
    if (!(error instanceof Unsuitable)) throw error;
  }
  throw new NotUnderstood(type);
}

function converted(operand: Operand, type: ValueType, convert: (text: string) => string): Operand {
  return {
    type,
    reads: operand.reads,
    value: (image, claims) => {
      const text = operand.value(image, claims);
      return text === null ? null : convert(text);
    },
  };
}

function toUuid(text: string): string {
  if (!uuid.test(text)) throw new Unsuitable('uuid');
  return text.toLowerCase();
}

function toInteger(text: string, most: number): string {
  if (!/^-?\d+$/.test(text) || text.length > most) throw new Unsuitable('integer');
  return String(BigInt(text));
}

function toBoolean(text: string): string {
  if (text !== 'true' && text !== 'false') throw new Unsuitable('boolean');
  return text === 'true' ? 't' : 'f';
}
