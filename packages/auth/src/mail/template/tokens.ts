import { TemplateError } from './syntax.ts';

/** A word of an action. */
export interface Token {
  readonly kind: 'field' | 'variable' | 'word' | 'text' | 'number' | 'sign';
  readonly text: string;
  /** True where no space stands before it: `.Data.x` is one path, `.Data .x` are two. */
  readonly glued: boolean;
}

const shapes: readonly (readonly [Token['kind'], RegExp])[] = [
  ['text', /^"(?:[^"\\\n]|\\.)*"|^`[^`]*`/],
  ['number', /^-?\d+(?:\.\d+)?/],
  ['variable', /^\$[A-Za-z0-9_]*/],
  ['field', /^\.[A-Za-z_][A-Za-z0-9_]*|^\./],
  ['word', /^[A-Za-z_][A-Za-z0-9_]*/],
  ['sign', /^:=|^[|()=,]/],
];

/** The words of an action's inside. */
export function tokenize(source: string): readonly Token[] {
  const tokens: Token[] = [];
  let rest = source;
  while (rest !== '') {
    const space = /^\s+/.exec(rest)?.[0].length ?? 0;
    rest = rest.slice(space);
    if (rest === '') break;
    const found = shapes
      .map(([kind, shape]) => ({ kind, text: shape.exec(rest)?.[0] }))
      .find(({ text }) => text !== undefined);
    if (found?.text === undefined) throw new TemplateError(`unexpected "${rest.slice(0, 10)}"`);
    tokens.push({ kind: found.kind, text: found.text, glued: space === 0 });
    rest = rest.slice(found.text.length);
  }
  return tokens;
}

/** The value of a quoted text. */
export function unquote(text: string): string {
  if (text.startsWith('`')) return text.slice(1, -1);
  try {
    return JSON.parse(text) as string;
  } catch {
    throw new TemplateError(`a text that cannot be read: ${text}`);
  }
}
