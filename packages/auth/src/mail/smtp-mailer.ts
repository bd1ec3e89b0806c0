import type { AuthSettings } from '@plinth/config';
import type { Transporter } from 'nodemailer';
import { type Mail, MailError, type Mailer } from './mailer.ts';

/** Who mails come from. */
export interface Sender {
  readonly name: string;
  readonly address: string;
}

export interface SmtpOptions {
  readonly host: string;
  /** 465 speaks TLS from the start; other ports use STARTTLS where the server offers it. */
  readonly port: number;
  /** Empty for a server that asks for no login. */
  readonly user: string;
  readonly pass: string;
  readonly sender: Sender;
}

/** Milliseconds until a mail server counts as unreachable, and in which a mail has to be taken. */
const connectTimeout = 8_000;
const sendTimeout = 20_000;

/** The mail server that settings name; undefined where mails stay in the inbox. */
export function smtpOptionsOf(settings: AuthSettings): SmtpOptions | undefined {
  const host = settings['auth.email.smtp.host'];
  if (host === '') return undefined;
  return {
    host,
    port: settings['auth.email.smtp.port'],
    user: settings['auth.email.smtp.user'],
    pass: settings['auth.email.smtp.pass'],
    sender: senderOf(settings),
  };
}

/** Whom mails of a project come from. */
export function senderOf(settings: AuthSettings): Sender {
  return {
    name: settings['auth.email.smtp.sender_name'],
    address: settings['auth.email.smtp.admin_email'],
  };
}

/** Sends mails through a mail server, over a few connections that are kept open. */
export function createSmtpMailer(options: SmtpOptions): Mailer {
  let transport: Promise<Transporter> | undefined;
  return {
    send: async (mail) => {
      transport ??= connect(options);
      await sendInTime(await transport, options.sender, mail);
    },
    close: async () => {
      const open = transport;
      // Several projects may share a mailer: one that still sends connects anew.
      transport = undefined;
      (await open)?.close();
    },
  };
}

/** nodemailer is loaded with the first mail: a start does not wait for it. */
async function connect({ host, port, user, pass }: SmtpOptions): Promise<Transporter> {
  const { createTransport } = await import('nodemailer');
  return createTransport({
    host,
    port,
    secure: port === 465,
    pool: true,
    maxConnections: 3,
    maxMessages: 100,
    connectionTimeout: connectTimeout,
    greetingTimeout: connectTimeout,
    socketTimeout: sendTimeout,
    ...(user !== '' && { auth: { user, pass } }),
  });
}

async function sendInTime(transport: Transporter, from: Sender, mail: Mail): Promise<void> {
  const { to, subject, html, text, headers = {} } = mail;
  let timer: NodeJS.Timeout | undefined;
  const tooLate = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new MailError('the mail server did not take the mail in time', false));
    }, sendTimeout);
  });
  try {
    await Promise.race([
      transport.sendMail({ from, to: { name: '', address: to }, subject, html, text, headers }),
      tooLate,
    ]);
  } catch (cause) {
    if (cause instanceof MailError) throw cause;
    const message = cause instanceof Error ? cause.message : String(cause);
    throw new MailError(message, isBadRecipient(cause), { cause });
  } finally {
    clearTimeout(timer);
  }
}

/** True where the server refused the recipient for good, not the login or the sender. */
function isBadRecipient(error: unknown): boolean {
  if (typeof error !== 'object' || error === null) return false;
  const { command, responseCode } = error as { command?: unknown; responseCode?: unknown };
  return (
    typeof command === 'string' &&
    command.startsWith('RCPT') &&
    typeof responseCode === 'number' &&
    responseCode >= 500
  );
}
