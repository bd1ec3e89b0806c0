import { s3Error } from '../errors.ts';

/** An element: its text without that of its children, and its children in order. */
export interface XmlElement {
  readonly name: string;
  readonly text: string;
  readonly children: readonly XmlElement[];
}

interface Open {
  readonly name: string;
  text: string;
  readonly children: XmlElement[];
}

/** Deepest nesting; documents of the protocol have three levels. */
const deepest = 10;

/** Most elements of a document: ten thousand parts with their checksums. */
const mostElements = 100_000;

/** The entities that XML has by itself. There are no others: a document type is refused, so none can be declared. */
const entities: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
};

const token =
  /<\?[\s\S]*?\?>|<!--[\s\S]*?-->|<!\[CDATA\[([\s\S]*?)\]\]>|<\/([^\s<>/]+)\s*>|<([^\s<>/!?]+)((?:\s+[^\s<>=/]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*)\s*(\/?)>|([^<]+)/y;

/**
 * The outermost element of a document. Prefixes of names and attributes are dropped. Throws `MalformedXML`; knows no
 * document types, so no entity can be defined, let alone expanded.
 */
export function readXml(text: string): XmlElement {
  const root: Open = { name: '', text: '', children: [] };
  const open: Open[] = [root];
  let elements = 0;
  let at = text.startsWith('\ufeff') ? 1 : 0;
  while (at < text.length) {
    token.lastIndex = at;
    const match = token.exec(text);
    if (match === null) throw malformed();
    at = token.lastIndex;
    const [, cdata, closing, opening, , selfClosing, characters] = match;
    const current = open.at(-1) ?? root;
    if (cdata !== undefined) current.text += cdata;
    else if (characters !== undefined) current.text += decodeEntities(characters);
    else if (closing !== undefined) {
      if (open.length < 2 || localName(closing) !== current.name) throw malformed();
      open.pop();
    } else if (opening !== undefined) {
      elements += 1;
      if (elements > mostElements || open.length > deepest) throw malformed();
      const child: Open = { name: localName(opening), text: '', children: [] };
      current.children.push(child);
      if (selfClosing !== '/') open.push(child);
    }
  }
  const [document] = root.children;
  if (open.length !== 1 || root.children.length !== 1 || document === undefined) throw malformed();
  if (root.text.trim() !== '') throw malformed();
  return document;
}

/** Text of the first child of that name; undefined where there is none. */
export function childText(element: XmlElement, name: string): string | undefined {
  return element.children.find((child) => child.name === name)?.text;
}

/** All children of that name. */
export function childrenOf(element: XmlElement, name: string): XmlElement[] {
  return element.children.filter((child) => child.name === name);
}

function localName(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

function decodeEntities(text: string): string {
  if (!text.includes('&')) return text;
  return text.replace(/&([^;&]{0,10};)?/g, (_, reference: string | undefined) => {
    const name = reference?.slice(0, -1) ?? '';
    const known = Object.hasOwn(entities, name) ? entities[name] : undefined;
    return known ?? decodeCharacter(name);
  });
}

function decodeCharacter(name: string): string {
  const [, hex, decimal] = /^#(?:x([0-9a-fA-F]{1,6})|(\d{1,7}))$/.exec(name) ?? [];
  const code = hex === undefined ? Number(decimal ?? Number.NaN) : Number.parseInt(hex, 16);
  const isCharacter = code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff);
  if (!isCharacter) throw malformed();
  return String.fromCodePoint(code);
}

function malformed(): Error {
  return s3Error('MalformedXML');
}
