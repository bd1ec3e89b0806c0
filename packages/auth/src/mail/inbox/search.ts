import type { StoredMail } from './inbox-message.ts';

/** What a word of a search looks into. */
type Field = 'to' | 'from' | 'subject' | 'any';

interface Term {
  readonly field: Field;
  readonly text: string;
}

/** True where a mail has every word of a search: `to:ada@example.com`, `subject:"new password"`, `code`. */
export function matches(mail: StoredMail, query: string): boolean {
  return parseQuery(query).every(({ field, text }) => textsOf(mail, field).includes(text));
}

function parseQuery(query: string): readonly Term[] {
  const words = query.matchAll(/(?:(to|from|subject|addressed):)?(?:"([^"]*)"|(\S+))/gi);
  return [...words].map(([, prefix = '', quoted, plain = '']) => ({
    field: fieldOf(prefix.toLowerCase()),
    text: (quoted ?? plain).toLowerCase(),
  }));
}

function fieldOf(prefix: string): Field {
  if (prefix === 'addressed') return 'to';
  return prefix === 'to' || prefix === 'from' || prefix === 'subject' ? prefix : 'any';
}

function textsOf(mail: StoredMail, field: Field): string {
  const { to, from, subject, text } = mail;
  const texts: Record<Field, string> = {
    to: `${to.Name} ${to.Address}`,
    from: `${from.Name} ${from.Address}`,
    subject,
    any: `${to.Address} ${from.Address} ${subject} ${text}`,
  };
  return texts[field].toLowerCase();
}
