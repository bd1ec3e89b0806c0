import type { TableCatalog } from '../../catalog/table-catalog.ts';
import { compareDecimals } from '../../compare-decimals.ts';
import type { Expression } from '../expression/expression.ts';
import { NotUnderstood } from '../expression/tokens.ts';
import { bothRead, type Condition, type Operand, type Truth } from './condition.ts';
import { toOperand } from './operands.ts';

/** Makes an expression something that can be evaluated here. Throws NotUnderstood. */
export function compileCondition(expression: Expression, table: TableCatalog): Condition {
  switch (expression.kind) {
    case 'and':
    case 'or': {
      const parts = expression.parts.map((part) => compileCondition(part, table));
      return { kind: expression.kind, reads: bothRead(parts), parts };
    }
    case 'not': {
      const part = compileCondition(expression.value, table);
      return { kind: 'not', reads: part.reads, part };
    }
    case 'operation':
      return expression.operator === '->>'
        ? isTrue(toOperand(expression, table))
        : comparison(expression.operator, expression.left, expression.right, table);
    case 'any': {
      const { left, items } = expression;
      const parts = items.map((item) => comparison('=', left, item, table));
      return { kind: 'or', reads: bothRead(parts), parts };
    }
    case 'is':
      return isTest(expression, table);
    case 'boolean': {
      const { value } = expression;
      return {
        kind: 'test',
        reads: { row: false, claims: false },
        operands: [],
        test: () => value,
      };
    }
    default:
      return isTrue(toOperand(expression, table));
  }
}

/** A boolean value as a condition. */
function isTrue(operand: Operand): Condition {
  if (operand.type !== 'boolean') throw new NotUnderstood(operand.type);
  return {
    kind: 'test',
    reads: operand.reads,
    operands: [operand],
    test: (image, claims) => truthOf(operand.value(image, claims)),
  };
}

function truthOf(value: string | null): Truth {
  return value === null ? null : value === 't';
}

function isTest(expression: Expression & { kind: 'is' }, table: TableCatalog): Condition {
  const { what, isNegated } = expression;
  if (what === 'NULL') {
    const operand = toOperand(expression.value, table);
    return {
      kind: 'test',
      reads: operand.reads,
      operands: [operand],
      test: (image, claims) => (operand.value(image, claims) === null) !== isNegated,
    };
  }
  const operand = toOperand(expression.value, table);
  if (operand.type !== 'boolean') throw new NotUnderstood(what);
  const wanted = what === 'UNKNOWN' ? null : what === 'TRUE';
  return {
    kind: 'test',
    reads: operand.reads,
    operands: [operand],
    test: (image, claims) => (truthOf(operand.value(image, claims)) === wanted) !== isNegated,
  };
}

const orders: Readonly<Record<string, (order: number) => boolean>> = {
  '<': (order) => order < 0,
  '<=': (order) => order <= 0,
  '>': (order) => order > 0,
  '>=': (order) => order >= 0,
};

function comparison(
  operator: string,
  leftExpression: Expression,
  rightExpression: Expression,
  table: TableCatalog,
): Condition {
  const left = toOperand(leftExpression, table);
  const right = toOperand(rightExpression, table);
  if (left.type !== right.type) throw new NotUnderstood(`${left.type} ${operator} ${right.type}`);
  const compare = comparer(operator, left.type);
  const pair = operator === '=' && left.type !== 'decimal' ? equality(left, right) : undefined;
  return {
    kind: 'test',
    reads: bothRead([left, right]),
    operands: [left, right],
    test: (image, claims) => {
      const a = left.value(image, claims);
      const b = right.value(image, claims);
      return a === null || b === null ? null : compare(a, b);
    },
    ...(pair !== undefined && { equal: pair }),
  };
}

function comparer(operator: string, type: string): (a: string, b: string) => boolean {
  const isNumber = type === 'integer' || type === 'decimal';
  if (operator === '=' || operator === '<>') {
    const wanted = operator === '=';
    if (type === 'decimal') return (a, b) => (compareDecimals(a, b) === 0) === wanted;
    return (a, b) => (a === b) === wanted;
  }
  const order = orders[operator];
  // Everything else is ordered by collations and the like.
  if (order === undefined || !isNumber) throw new NotUnderstood(operator);
  return (a, b) => order(compareDecimals(a, b));
}

function equality(left: Operand, right: Operand): { row: Operand; claims: Operand } | undefined {
  const [row, claims] = left.reads.row ? [left, right] : [right, left];
  const isPair = row.reads.row && !row.reads.claims && claims.reads.claims && !claims.reads.row;
  return isPair ? { row, claims } : undefined;
}
