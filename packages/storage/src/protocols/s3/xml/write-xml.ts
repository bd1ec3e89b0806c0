/** What becomes of an element: its text, its children, or one element for each item; undefined leaves it out. */
export type XmlValue =
  | string
  | number
  | boolean
  | undefined
  | { readonly [name: string]: XmlValue }
  | readonly XmlValue[];

/** What the outermost element holds. */
export type XmlContent = string | { readonly [name: string]: XmlValue };

const namespace = 'http://s3.amazonaws.com/doc/2006-03-01/';

/** A document of the S3 protocol: `root` is its outermost element, `content` its text or its children. */
export function writeXml(root: string, content: XmlContent): string {
  const inner = typeof content === 'string' ? escapeXml(content) : elements(content);
  return `<?xml version="1.0" encoding="UTF-8"?>\n<${root} xmlns="${namespace}">${inner}</${root}>`;
}

/** A failure has no namespace. */
export function writeErrorXml(children: { readonly [name: string]: XmlValue }): string {
  return `<?xml version="1.0" encoding="UTF-8"?>\n<Error>${elements(children)}</Error>`;
}

function elements(children: { readonly [name: string]: XmlValue }): string {
  return Object.entries(children)
    .map(([name, value]) => element(name, value))
    .join('');
}

function element(name: string, value: XmlValue): string {
  if (value === undefined) return '';
  if (Array.isArray(value)) return value.map((item: XmlValue) => element(name, item)).join('');
  const inner =
    typeof value === 'object'
      ? elements(value as { readonly [name: string]: XmlValue })
      : escapeXml(String(value));
  return `<${name}>${inner}</${name}>`;
}

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\r': '&#13;',
  '\n': '&#10;',
  '\t': '&#9;',
};

/** Text as XML takes it; characters that XML 1.0 cannot hold at all become U+FFFD. */
function escapeXml(text: string): string {
  return (
    text
      .replace(/[&<>"\r\n\t]/g, (character) => escapes[character] ?? character)
      // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters that XML has no way to write.
      .replace(/[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]|\p{Cs}/gu, '\ufffd')
  );
}
