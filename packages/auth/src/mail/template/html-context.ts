/** Where in an HTML document a value is about to be printed. */
type Place = 'text' | 'attribute' | 'url-start' | 'url-path' | 'url-query';

/** Attributes that hold a URL. */
const urlAttributes: readonly string[] = ['href', 'src', 'action', 'formaction', 'background'];

/** Schemes that run what follows them. */
const dangerous: readonly string[] = ['javascript', 'vbscript', 'data'];

/**
 * Follows the HTML around the values of a template, as Go's html/template does: a value is escaped for
 * the place where it stands, so that nobody's name can bring markup or a script into a mail.
 */
export class HtmlContext {
  #written = '';

  /** Text of the template itself: trusted. */
  text(text: string): string {
    this.#written += text;
    return text;
  }

  /** A value, made harmless. */
  value(value: string): string {
    const escaped = this.#escape(value);
    this.#written += escaped;
    return escaped;
  }

  #escape(value: string): string {
    switch (this.#place()) {
      case 'url-start':
        return escapeHtml(safeUrl(value));
      case 'url-path':
        return escapeHtml(normalizeUrl(value));
      case 'url-query':
        return encodeURIComponent(value).replaceAll("'", '%27');
      default:
        return escapeHtml(value);
    }
  }

  #place(): Place {
    const tagStart = this.#written.lastIndexOf('<');
    if (tagStart < 0) return 'text';
    const tag = this.#written.slice(tagStart);
    const open = openAttribute(tag);
    if (open === undefined) return tag.includes('>') ? 'text' : 'attribute';
    if (!urlAttributes.includes(open.name)) return 'attribute';
    if (open.value === '') return 'url-start';
    return /[?#]/.test(open.value) ? 'url-query' : 'url-path';
  }
}

/** The attribute whose quoted value the tag is still within. */
function openAttribute(tag: string): { readonly name: string; readonly value: string } | undefined {
  let rest = tag;
  for (;;) {
    const opened = /^[^"'>]*?([a-zA-Z-]+)\s*=\s*(["'])/.exec(rest);
    if (opened === null) return undefined;
    const [whole, name = '', quote = '"'] = opened;
    const value = rest.slice(whole.length);
    const end = value.indexOf(quote);
    if (end < 0) return { name: name.toLowerCase(), value };
    rest = value.slice(end + 1);
  }
}

/** White space in a scheme, which browsers overlook, is percent-encoded and so makes it none. */
function safeUrl(url: string): string {
  const normalized = normalizeUrl(url);
  const scheme = /^([^/?#:]*):/.exec(normalized)?.[1];
  return scheme !== undefined && dangerous.includes(scheme.toLowerCase()) ? '#' : normalized;
}

/** Percent-encodes what no URL holds; what is encoded already stays. */
function normalizeUrl(url: string): string {
  return url.replace(/[^A-Za-z0-9\-._~:/?#[\]@!$&'()*+,;=%]/gu, encodeURIComponent);
}

/** Text that is only text in HTML, in quoted attributes too. */
export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&#34;')
    .replaceAll("'", '&#39;');
}
