import { limits, tooMuch } from '../limits.ts';
import type { FieldSyntax, JsonStep } from '../syntax.ts';
import type { Scanner } from './scanner.ts';

/** Letters, digits, `_`, `$` and spaces; a dash joins them unless it begins an arrow. */
const identifier = /[\p{L}\p{M}\p{N}_ $]+(?:-(?!>)[\p{L}\p{M}\p{N}_ $]+)*/uy;
const jsonKey = /[^(\-:.,>)]+(?:-(?!>)[^(\-:.,>)]+)*/uy;
const quotedText = /"([^"\\]*(?:\\.[^"\\]*)*)"/suy;
const jsonIndex = /-?[0-9]+(?=->|::|[.,)]|$)/y;
const badIndex = /-[0-9]*/y;

const nameLabel = 'field name (* or [a..z0..9_$])';
const keyLabel = 'any non reserved character different from: .,>()';

/** What may follow a name without a special character: more of the name. */
const nameGoesOn: readonly string[] = ['letter', 'digit', '"-"'];

/** `"text"` with `\"` and `\\` inside; undefined where no quote stands, or none closes it. */
function readQuoted(scanner: Scanner): string | undefined {
  if (!scanner.sees('"')) return undefined;
  const found = scanner.match(quotedText);
  return found === undefined ? undefined : dropBackslashes(found[1] ?? '');
}

/** Takes the backslashes out of the inside of a quoted text. */
export function dropBackslashes(inside: string): string {
  return inside.includes('\\') ? inside.replace(/\\(.)/gsu, '$1') : inside;
}

/** A name: quoted text, or an identifier with its surrounding spaces dropped. */
export function readName(scanner: Scanner): string {
  const quoted = readQuoted(scanner);
  if (quoted !== undefined) return quoted;
  const found = scanner.match(identifier, nameLabel) ?? scanner.fail();
  return trimAroundDashes(found[0]);
}

function trimAroundDashes(text: string): string {
  if (!text.includes(' ')) return text;
  return text
    .split('-')
    .map((part) => part.trim())
    .join('-');
}

/** A name with the JSON path behind it, spaces around them allowed. */
export function readField(scanner: Scanner): FieldSyntax {
  scanner.skipSpace();
  const name = readName(scanner);
  const path = readJsonPath(scanner);
  scanner.skipSpace();
  return { name, path };
}

const noPath: readonly JsonStep[] = [];

/** `->a->>b->0`; empty where no arrow stands. */
export function readJsonPath(scanner: Scanner): readonly JsonStep[] {
  if (!scanner.sees('->')) {
    scanner.miss(...nameGoesOn, '"->>"', '"->"');
    return noPath;
  }
  const steps: JsonStep[] = [];
  for (;;) {
    const asText = scanner.accept('->>');
    if (!asText && !scanner.accept('->')) return steps;
    steps.push({ ...readOperand(scanner), asText });
    if (steps.length > limits.jsonPath) throw tooMuch('JSON path', `${limits.jsonPath} steps`);
  }
}

function readOperand(scanner: Scanner): { key: string; isIndex: boolean } {
  jsonIndex.lastIndex = scanner.position;
  const index = jsonIndex.exec(scanner.text);
  if (index !== null) {
    scanner.position = jsonIndex.lastIndex;
    return { key: index[0], isIndex: true };
  }
  const quoted = readQuoted(scanner);
  if (quoted !== undefined) return { key: quoted, isIndex: false };
  if (scanner.sees('-')) return failInNumber(scanner);
  scanner.miss('"-"', 'digit');
  const key = scanner.match(jsonKey, keyLabel) ?? scanner.fail();
  return { key: trimAroundDashes(key[0]), isIndex: false };
}

/** A minus can only begin an index. */
function failInNumber(scanner: Scanner): never {
  const start = scanner.position;
  scanner.match(badIndex);
  if (scanner.position === start + 1) return scanner.fail('digit');
  scanner.missEnd('digit', '"->"', '"::"', '"."', '","');
  return scanner.fail();
}

/** A type or language name: letters, digits, `_`, `$` and spaces. */
export function readTypeName(scanner: Scanner): string {
  const found = scanner.match(typeName, 'letter', 'digit') ?? scanner.fail();
  return found[0].trim();
}

const typeName = / *[\p{L}\p{N}_$][\p{L}\p{N}_ $]*/uy;
