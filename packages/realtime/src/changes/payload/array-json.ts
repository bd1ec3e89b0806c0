/**
 * A Postgres array in text as JSON, nested as its dimensions are; undefined where it is written in a way that is not
 * plain (bounds other than 1) or where an item has no JSON.
 */
export function arrayJson(
  text: string,
  itemJson: (item: string) => string | undefined,
): string | undefined {
  if (!text.startsWith('{')) return undefined;
  let json = '';
  let at = 0;
  while (at < text.length) {
    const character = text[at];
    if (character === '{' || character === '}' || character === ',') {
      json += character === '{' ? '[' : character === '}' ? ']' : ',';
      at += 1;
      continue;
    }
    const { item, end } = character === '"' ? quotedItem(text, at) : plainItem(text, at);
    const isNull = character !== '"' && item === 'NULL';
    const value = isNull ? 'null' : itemJson(item);
    if (value === undefined) return undefined;
    json += value;
    at = end;
  }
  return json;
}

interface Item {
  readonly item: string;
  readonly end: number;
}

function quotedItem(text: string, start: number): Item {
  let at = start + 1;
  while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
  return { item: text.slice(start + 1, at).replace(/\\([\s\S])/g, '$1'), end: at + 1 };
}

function plainItem(text: string, start: number): Item {
  let at = start;
  while (at < text.length && text[at] !== ',' && text[at] !== '}') at += 1;
  return { item: text.slice(start, at), end: at };
}
