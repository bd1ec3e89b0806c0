import type { Clock, Random } from '@plinth/kernel';
import type { Mail, Mailer } from '../mailer.ts';
import type { Sender } from '../smtp-mailer.ts';
import type { StoredMail } from './inbox-message.ts';
import { matches } from './search.ts';

export interface InboxOptions {
  readonly clock: Clock;
  readonly random: Random;
  readonly sender?: Sender;
  /** Most mails kept; the oldest make room. Default 500. */
  readonly mostMails?: number;
  /** Most bytes kept. Default 20 MB. */
  readonly mostBytes?: number;
}

/** Mails of development: kept in memory, read in the browser or over HTTP, lost with the process. */
export class Inbox implements Mailer {
  readonly #options: InboxOptions;
  /** Oldest first. */
  #mails: StoredMail[] = [];

  constructor(options: InboxOptions) {
    this.#options = options;
  }

  async send(mail: Mail): Promise<void> {
    this.#mails.push(await store(this.#options, mail));
    this.#makeRoom();
  }

  /** How many mails there are, and how many nobody has looked at. */
  count(): { readonly total: number; readonly unread: number } {
    return {
      total: this.#mails.length,
      unread: this.#mails.filter(({ read }) => !read).length,
    };
  }

  /** Mails that match a search (all without one), newest first. */
  find(query = ''): readonly StoredMail[] {
    const newestFirst = this.#mails.toReversed();
    return query === '' ? newestFirst : newestFirst.filter((mail) => matches(mail, query));
  }

  /** The mail with an id, or the `latest`; undefined where there is none. */
  get(id: string): StoredMail | undefined {
    return id === 'latest' ? this.#mails.at(-1) : this.#mails.find((mail) => mail.id === id);
  }

  /** Throws mails away: those with an id of `ids`, or all. */
  delete(ids: readonly string[] = []): void {
    this.#mails = ids.length === 0 ? [] : this.#mails.filter(({ id }) => !ids.includes(id));
  }

  async close(): Promise<void> {
    this.#mails = [];
  }

  #makeRoom(): void {
    const { mostMails = 500, mostBytes = 20_000_000 } = this.#options;
    let bytes = this.#mails.reduce((sum, mail) => sum + sizeOf(mail), 0);
    while (this.#mails.length > mostMails || (bytes > mostBytes && this.#mails.length > 1)) {
      const oldest = this.#mails.shift();
      bytes -= oldest === undefined ? 0 : sizeOf(oldest);
    }
  }
}

/** The built-in inbox: a mailer for development. */
export function createInbox(options: InboxOptions): Inbox {
  return new Inbox(options);
}

function sizeOf({ raw, html, text }: StoredMail): number {
  return raw.length + html.length + text.length;
}

async function store(
  { clock, random, sender = { name: '', address: 'noreply@localhost' } }: InboxOptions,
  mail: Mail,
): Promise<StoredMail> {
  const receivedAt = clock.now();
  const id = Buffer.from(random.bytes(16)).toString('hex');
  const messageId = `${id}@localhost`;
  return {
    id,
    messageId,
    from: { Name: sender.name, Address: sender.address },
    to: { Name: '', Address: mail.to },
    subject: mail.subject,
    text: mail.text,
    html: mail.html,
    raw: await compose(mail, sender, messageId, receivedAt),
    receivedAt,
    read: false,
  };
}

async function compose(
  { to, subject, html, text, headers = {} }: Mail,
  from: Sender,
  messageId: string,
  receivedAt: number,
): Promise<string> {
  const { default: MailComposer } = await import('nodemailer/lib/mail-composer/index.js');
  const composer = new MailComposer({
    from,
    to: { name: '', address: to },
    subject,
    html,
    text,
    headers,
    messageId: `<${messageId}>`,
    date: new Date(receivedAt),
  });
  const bytes = await composer.compile().build();
  return bytes.toString('utf8');
}
