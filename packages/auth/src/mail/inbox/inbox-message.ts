/** A name and an address, as Mailpit writes them. */
interface MailAddress {
  readonly Name: string;
  readonly Address: string;
}

/** A mail that the inbox keeps. */
export interface StoredMail {
  readonly id: string;
  readonly messageId: string;
  readonly from: MailAddress;
  readonly to: MailAddress;
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  /** The mail as a mail server would get it. */
  readonly raw: string;
  /** Milliseconds since 1970. */
  readonly receivedAt: number;
  read: boolean;
}

/** A mail in a list: Mailpit's MessageSummary. */
export function summaryOf(mail: StoredMail): object {
  return {
    ID: mail.id,
    MessageID: mail.messageId,
    Read: mail.read,
    From: mail.from,
    To: [mail.to],
    Cc: [],
    Bcc: [],
    ReplyTo: [],
    Subject: mail.subject,
    Created: new Date(mail.receivedAt).toISOString(),
    Username: '',
    Tags: [],
    Size: Buffer.byteLength(mail.raw),
    Attachments: 0,
    Snippet: snippetOf(mail.text),
  };
}

/** A mail with its bodies: Mailpit's Message. */
export function messageOf(mail: StoredMail): object {
  return {
    ID: mail.id,
    MessageID: mail.messageId,
    From: mail.from,
    To: [mail.to],
    Cc: [],
    Bcc: [],
    ReplyTo: [],
    ReturnPath: mail.from.Address,
    Subject: mail.subject,
    ListUnsubscribe: { Header: '', Links: [], Errors: '', HeaderPost: '' },
    Date: new Date(mail.receivedAt).toISOString(),
    Tags: [],
    Username: '',
    Text: mail.text,
    HTML: mail.html,
    Size: Buffer.byteLength(mail.raw),
    Inline: [],
    Attachments: [],
  };
}

/** Headers of the raw mail by name, folded lines joined. */
export function headersOf(mail: StoredMail): Readonly<Record<string, readonly string[]>> {
  const [head = ''] = mail.raw.split(/\r?\n\r?\n/, 1);
  const headers: Record<string, string[]> = {};
  for (const line of head.replace(/\r?\n[ \t]+/g, ' ').split(/\r?\n/)) {
    const colon = line.indexOf(':');
    if (colon <= 0) continue;
    const name = line.slice(0, colon);
    headers[name] = [...(headers[name] ?? []), line.slice(colon + 1).trim()];
  }
  return headers;
}

function snippetOf(text: string): string {
  return text.replace(/\s+/g, ' ').trim().slice(0, 250);
}
