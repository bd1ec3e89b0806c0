import type { JsonObject } from '@plinth/kernel';

/** The mails of the Auth API, by the names that config.toml gives their templates. */
export type LetterKind =
  | 'confirmation'
  | 'invite'
  | 'recovery'
  | 'magic_link'
  | 'email_change'
  | 'reauthentication';

/** What a template of the project can print; upstream's names. */
export interface LetterData {
  readonly SiteURL: string;
  readonly ConfirmationURL?: string;
  /** Leads to a page that asks before it redeems; not upstream. */
  readonly ConfirmationPageURL?: string;
  readonly Email: string;
  readonly NewEmail?: string;
  readonly SendingTo?: string;
  /** The code. */
  readonly Token: string;
  readonly TokenHash?: string;
  readonly RedirectTo?: string;
  /** The user's metadata. */
  readonly Data: JsonObject;
}

/** Subject and both bodies of a mail. */
export interface Letter {
  readonly subject: string;
  readonly html: string;
  readonly text: string;
}
