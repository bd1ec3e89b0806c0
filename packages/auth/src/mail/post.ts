import type { AppError, Logger } from '@plinth/kernel';
import type { TokenBucket } from '../base/token-bucket.ts';
import { authError } from '../errors.ts';
import type { LetterData, LetterKind } from './letters/letter.ts';
import type { LetterWriter } from './letters/letter-writer.ts';
import { MailError, type Mailer } from './mailer.ts';

export interface PostOptions {
  readonly mailer: Mailer;
  readonly letters: LetterWriter;
  /** Mails of the project per hour; undefined for no limit. */
  readonly perHour: TokenBucket | undefined;
  readonly logger: Logger;
}

/** What upstream says when a kind of mail could not be sent. */
const failures: Readonly<Record<LetterKind, string>> = {
  confirmation: 'Error sending confirmation email',
  invite: 'Error sending invite email',
  recovery: 'Error sending recovery email',
  magic_link: 'Error sending magic link email',
  email_change: 'Error sending email change email',
  reauthentication: 'Error sending reauthentication email',
};

/** Sends the mails of one project. */
export class Post {
  readonly #options: PostOptions;

  constructor(options: PostOptions) {
    this.#options = options;
  }

  /** Throws `over_email_send_rate_limit` where the project has sent its mails of this hour. */
  takeTurn(): void {
    if (this.#options.perHour?.take('project') === false) {
      throw authError('over_email_send_rate_limit');
    }
  }

  /** Resolves when the mail is accepted; throws `unexpected_failure` or `email_address_invalid`. */
  async send(kind: LetterKind, to: string, data: LetterData): Promise<void> {
    const letter = await this.#options.letters.write(kind, data);
    try {
      await this.#options.mailer.send({ to, ...letter });
    } catch (cause) {
      this.#options.logger.error({ kind, err: cause }, 'a mail was not accepted');
      throw refused(kind, to, cause);
    }
  }
}

function refused(kind: LetterKind, to: string, cause: unknown): AppError {
  if (cause instanceof MailError && cause.badRecipient) {
    return authError('email_address_invalid', {
      message: `Email address ${JSON.stringify(to)} is invalid`,
      cause,
    });
  }
  return authError('unexpected_failure', { message: failures[kind], cause });
}
