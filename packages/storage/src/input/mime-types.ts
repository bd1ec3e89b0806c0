import { storageError } from '../errors.ts';

const rulePattern =
  /^(([a-zA-Z0-9\-+.]+)\/([a-zA-Z0-9\-+.]+|\*)(;\s*charset=[a-zA-Z0-9-]+)?|\*|\*\/\*)$/;

/** The rules of a bucket: `type/sub`, `type/*` or `*`. Throws `InvalidMimeType`. */
export function checkMimeRules(rules: readonly string[]): readonly string[] {
  for (const rule of rules) {
    if (rule.length <= 1_000 && rulePattern.test(rule)) continue;
    throw unsupported(rule);
  }
  return rules;
}

/** Throws `InvalidMimeType` where no rule allows the type; no rules allow every type. */
export function checkMimeType(type: string, rules: readonly string[] | null): void {
  if (rules === null || rules.length === 0) return;
  const given = essence(type);
  if (!given.includes('/')) throw unsupported(type);
  const allowed = rules.some((rule) => {
    const wanted = essence(rule);
    if (wanted === '*' || wanted === '*/*') return true;
    return wanted.endsWith('/*') ? given.startsWith(wanted.slice(0, -1)) : given === wanted;
  });
  if (!allowed) throw unsupported(type);
}

/** Without parameters, in lower case: `text/plain;charset=UTF-8` is a `text/plain`. */
function essence(type: string): string {
  return (type.split(';')[0] ?? '').trim().toLowerCase();
}

function unsupported(type: string): Error {
  return storageError('InvalidMimeType', {
    message: `mime type ${type.slice(0, 200)} is not supported`,
  });
}
