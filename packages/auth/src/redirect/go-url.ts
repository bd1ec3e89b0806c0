/** The parts of a URL that decide where a browser goes. */
export interface UrlParts {
  readonly scheme: string;
  /** Without brackets and port, as written. */
  readonly host: string;
  /** As written; empty where there is none. */
  readonly port: string;
}

/**
 * Splits a URL as Go does: nothing is normalised, since `http://2130706433` must not turn into the
 * loopback address before it is judged. Undefined for what Go or a browser could read in another way.
 */
export function splitUrl(url: string): UrlParts | undefined {
  if (hasControls(url)) return undefined;
  const [, scheme = '', rest = ''] = /^(?:([a-zA-Z][a-zA-Z0-9+.-]*):)?(.*)$/s.exec(url) ?? [];
  if (!rest.startsWith('//')) return { scheme: scheme.toLowerCase(), host: '', port: '' };
  const authority = /^[^/?#]*/.exec(rest.slice(2))?.[0] ?? '';
  // A backslash is a slash to browsers: what follows it would not be the host they see.
  if (/[\\\s<>"^`{|}%]/.test(authority)) return undefined;
  const hostAndPort = authority.slice(authority.lastIndexOf('@') + 1);
  const parts = /^(\[[0-9a-fA-F:.]+\]|[^:[\]]*)(?::(\d*))?$/.exec(hostAndPort);
  if (parts === null) return undefined;
  const [, host = '', port = ''] = parts;
  return { scheme: scheme.toLowerCase(), host: host.replace(/^\[|\]$/g, ''), port };
}

function hasControls(text: string): boolean {
  for (let index = 0; index < text.length; index += 1) {
    const code = text.charCodeAt(index);
    if (code < 0x20 || code === 0x7f) return true;
  }
  return false;
}
