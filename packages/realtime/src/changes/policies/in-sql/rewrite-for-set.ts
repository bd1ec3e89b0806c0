import { NotUnderstood, type Token, tokenize } from '../expression/tokens.ts';
import { who } from './image-sql.ts';

/** A condition over row images and a table of identities. */
export interface ForSet {
  readonly text: string;
  /** Whether it reads claims beyond `sub`, `role` and `email`. */
  readonly readsClaims: boolean;
}

const calls: Readonly<Record<string, string>> = {
  uid: who.sub,
  role: who.role,
  email: who.email,
  jwt: who.claims,
};

/**
 * Replaces what asks for the caller by columns of a table of identities; undefined where something else asks for
 * settings. Works on tokens, so that text in quotes stays as it is.
 */
export function rewriteForSet(using: string): ForSet | undefined {
  try {
    return rewrite(using, tokenize(using));
  } catch (error) {
    if (error instanceof NotUnderstood) return undefined;
    throw error;
  }
}

function rewrite(using: string, tokens: readonly Token[]): ForSet | undefined {
  let text = '';
  let from = 0;
  let readsClaims = false;
  for (let at = 0; at < tokens.length; at += 1) {
    const token = tokens[at];
    if (token?.kind !== 'name') continue;
    const replaced = authCall(tokens, at) ?? claimsSetting(tokens, at);
    if (replaced === undefined) {
      if (token.text === 'current_setting') return undefined;
      continue;
    }
    text += `${using.slice(from, token.start)}${replaced.by}`;
    at += replaced.length - 1;
    from = tokens[at]?.end ?? using.length;
    readsClaims ||= replaced.by === who.claims || replaced.by === who.text;
  }
  text += using.slice(from);
  return { text, readsClaims };
}

interface Replacement {
  readonly by: string;
  readonly length: number;
}

/** `auth.uid()` */
function authCall(tokens: readonly Token[], at: number): Replacement | undefined {
  const [schema, dot, name, open, close] = tokens.slice(at, at + 5).map(textOf);
  if (schema !== 'auth' || dot !== '.' || open !== '(' || close !== ')') return undefined;
  const by = Object.hasOwn(calls, name ?? '') ? calls[name ?? ''] : undefined;
  return by === undefined ? undefined : { by, length: 5 };
}

/** `current_setting('request.jwt.claims'::text)`, also with `, true`. */
function claimsSetting(tokens: readonly Token[], at: number): Replacement | undefined {
  const head = tokens.slice(at, at + 5);
  if (head.map(textOf).join(' ') !== 'current_setting ( request.jwt.claims :: text')
    return undefined;
  if (head[2]?.kind !== 'string') return undefined;
  const rest = tokens.slice(at + 5, at + 8).map(textOf);
  if (rest[0] === ')') return { by: who.text, length: 6 };
  const isOptional = rest[0] === ',' && /^(?:true|false)$/.test(rest[1] ?? '') && rest[2] === ')';
  return isOptional ? { by: who.text, length: 8 } : undefined;
}

function textOf({ text }: Token): string {
  return text;
}
