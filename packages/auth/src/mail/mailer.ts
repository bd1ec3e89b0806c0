/** A mail that is ready to go. */
export interface Mail {
  readonly to: string;
  readonly subject: string;
  readonly html: string;
  readonly text: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Takes mails to where they are read: a mail server, or the built-in inbox. */
export interface Mailer {
  /** Resolves when the mail is accepted; rejects (MailError) where it is not. */
  send(mail: Mail): Promise<void>;
  /** Waits for mails under way and closes connections. */
  close(): Promise<void>;
}

/** A mail was not accepted. */
export class MailError extends Error {
  /** True where the recipient's address is what is wrong. */
  readonly badRecipient: boolean;

  constructor(message: string, badRecipient: boolean, options?: ErrorOptions) {
    super(message, options);
    this.name = 'MailError';
    this.badRecipient = badRecipient;
  }
}
