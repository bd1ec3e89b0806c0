import { expect, test } from 'vitest';
import { viewColumnOrigins } from './view-columns.ts';

const entry = (
  number: number,
  table: number,
  column: number,
  expression = '{VAR :varno 1}',
): string =>
  `{TARGETENTRY :expr ${expression} :resno ${number} :resname n :resorigtbl ${table} :resorigcol ${column} :resjunk false}`;

test('columns of the outermost query have an origin, those of subqueries do not count', () => {
  const inner = `{QUERY :commandType 1 :targetList (${entry(1, 99, 9)}) :rtable <>}`;
  const tree = `({QUERY :commandType 1 :rtable ({RTE :subquery ${inner}}) :targetList (${entry(1, 10, 3)} ${entry(2, 0, 0)} ${entry(3, 11, 1, `{SUBLINK :subselect ${inner}}`)}) :returningList (${entry(4, 12, 1)})})`;
  expect([...viewColumnOrigins(tree)]).toEqual([
    [1, { relation: 10, column: 3 }],
    [3, { relation: 11, column: 1 }],
  ]);
});

test('escaped braces in names are no structure', () => {
  const tree = `({QUERY :rtable ({RTE :aliasname a\\}\\{b}) :targetList (${entry(1, 10, 3)})})`;
  expect(viewColumnOrigins(tree).size).toBe(1);
});
