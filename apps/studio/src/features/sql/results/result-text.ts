import type { SqlResult } from '@plinth/console/api';
import { isJson } from '../../../lib/text/json-layout.ts';
import { shortType } from '../../../lib/text/type-names.ts';

type Value = string | null | undefined;

/** RFC 4180 with a header; NULL is an empty field, an empty text is `""`. */
export function asCsv({ columns, rows }: SqlResult): string {
  const field = (value: Value): string => {
    if (value === null || value === undefined) return '';
    return value === '' || /[",\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value;
  };
  const lines = [columns.map(({ name }) => name), ...rows];
  return lines.map((line) => line.map(field).join(',')).join('\r\n');
}

/** An array of objects. Numbers, booleans and JSON stay what they are, digit for digit; the rest is text. */
export function asJson({ columns, rows }: SqlResult): string {
  const literal = (value: Value, type: string): string => {
    if (value === null || value === undefined) return 'null';
    if (/^bool/.test(type)) return String(value === 't' || value === 'true');
    if (/^jsonb?$/.test(type) && isJson(value)) return value;
    if (/^(?:int[248]|numeric|float[48])$/.test(shortType(type)) && isJson(value)) return value;
    return JSON.stringify(value);
  };
  const objects = rows.map((row) => {
    const members = columns.map(
      ({ name, type }, index) => `${JSON.stringify(name)}: ${literal(row[index], type)}`,
    );
    return `  { ${members.join(', ')} }`;
  });
  return objects.length === 0 ? '[]' : `[\n${objects.join(',\n')}\n]`;
}

/** A table in Markdown. */
export function asMarkdown({ columns, rows }: SqlResult): string {
  const cell = (value: Value): string =>
    (value ?? 'NULL').replaceAll('|', '\\|').replaceAll('\n', '<br>');
  const line = (cells: readonly Value[]): string => `| ${cells.map(cell).join(' | ')} |`;
  return [
    line(columns.map(({ name }) => name)),
    line(columns.map(() => '---')),
    ...rows.map((row) => line(row)),
  ].join('\n');
}
