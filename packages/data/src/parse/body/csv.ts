import { limits } from '../limits.ts';
import { invalidBody } from './invalid-body.ts';

/** The fields of one line. */
export type CsvRow = readonly string[];

const quote = 0x22;
const comma = 0x2c;
const lineFeed = 0x0a;
const carriageReturn = 0x0d;

/** The lines of a CSV text (RFC 4180), one after another; those with nothing in them are left out. Throws PGRST102. */
export function* csvRows(text: string): Generator<CsvRow> {
  let row: string[] = [];
  let position = 0;
  while (position < text.length) {
    const field =
      text.charCodeAt(position) === quote
        ? quotedField(text, position)
        : plainField(text, position);
    row.push(field.value);
    if (row.length > limits.columns)
      throw invalidBody(`The CSV has more than ${limits.columns} columns`);
    position = field.end;
    if (text.charCodeAt(position) === comma) {
      position += 1;
      if (position === text.length) row.push('');
      continue;
    }
    position += text.startsWith('\r\n', position) ? 2 : 1;
    if (isFilled(row)) yield row;
    row = [];
  }
  if (row.length > 0 && isFilled(row)) yield row;
}

function isFilled(row: CsvRow): boolean {
  return row.length > 1 || row[0] !== '';
}

interface Field {
  readonly value: string;
  /** Position of the comma or line break behind it, or of the end of the text. */
  readonly end: number;
}

function plainField(text: string, start: number): Field {
  let end = start;
  while (end < text.length && !endsField(text.charCodeAt(end))) {
    if (text.charCodeAt(end) === quote) throw quoteOutOfPlace();
    end += 1;
  }
  return { value: text.slice(start, end), end };
}

function endsField(code: number): boolean {
  return code === comma || code === lineFeed || code === carriageReturn;
}

/** A quote inside is doubled. */
function quotedField(text: string, start: number): Field {
  let last = text.indexOf('"', start + 1);
  while (last >= 0 && text.charCodeAt(last + 1) === quote) last = text.indexOf('"', last + 2);
  const end = last + 1;
  if (last < 0 || !(end === text.length || endsField(text.charCodeAt(end))))
    throw quoteOutOfPlace();
  return { value: text.slice(start + 1, last).replaceAll('""', '"'), end };
}

function quoteOutOfPlace(): Error {
  return invalidBody('The CSV has a quote that is out of place');
}
