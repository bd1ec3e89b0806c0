/** Characters that mean something in a pattern. */
const special = /[*?[]/;

/** The folder of a pattern that holds everything it can match: `supabase/seeds/*.sql` → `supabase/seeds`. */
export function fixedFolder(pattern: string): string {
  const parts = pattern.split('/');
  const first = parts.findIndex((part) => special.test(part));
  return parts.slice(0, first < 0 ? -1 : first).join('/');
}

/** True where a pattern names no single file. */
export function isPattern(path: string): boolean {
  return special.test(path);
}

/**
 * The regular expression of a pattern: `*` and `?` stay within a name, `**` as a whole part spans folders,
 * `[a-c]` and `[!a]` are one character. Everything else stands for itself.
 */
export function globExpression(pattern: string): RegExp {
  const parts = pattern.split('/');
  const last = parts.length - 1;
  const source = parts.map((part, index) => {
    if (part === '**') return index === last ? '.*' : '(?:[^/]+/)*';
    return partSource(part) + (index === last ? '' : '/');
  });
  return new RegExp(`^${source.join('')}$`, 'u');
}

const token = /\*+|\?|\[(!?)([^\]]+)\]|[\s\S]/gu;

function partSource(part: string): string {
  return part.replace(token, (found: string, not: string | undefined, set: string | undefined) => {
    if (set !== undefined) return `[${not === '!' ? '^/' : ''}${escapeSet(set)}]`;
    if (found === '?') return '[^/]';
    if (found.startsWith('*')) return '[^/]*';
    return found.replace(/[\\^$.|+(){}[\]/]/u, '\\$&');
  });
}

const rangeOrCharacter = /([\p{L}\p{N}])-([\p{L}\p{N}])|[\s\S]/gu;

/** An ordered range of letters or digits is one; whatever else would mean something in a set is taken literally. */
function escapeSet(set: string): string {
  return set.replace(rangeOrCharacter, (found: string, from?: string, to?: string) => {
    if (from !== undefined && to !== undefined && from <= to) return found;
    return found.replace(/[\\^[\]-]/gu, '\\$&');
  });
}
