import type { LetterData, LetterKind } from './letter.ts';

/** The words of a built-in mail. */
export interface Words {
  readonly subject: string;
  readonly title: string;
  readonly lead: string;
  /** Label of the button; mails without a link have none. */
  readonly button?: string;
  readonly footer: string;
}

/** The name of the application, as its address tells it. */
function siteName(siteUrl: string): string {
  return /^[a-z][a-z0-9+.-]*:\/\/([^/?#]+)/i.exec(siteUrl)?.[1] ?? siteUrl;
}

const ignore = 'If you did not ask for this, you can ignore this mail; nothing changes.';

/** The words of each kind of mail. */
export const words: Readonly<Record<LetterKind, (data: LetterData) => Words>> = {
  confirmation: (data) => ({
    subject: `Confirm your address for ${siteName(data.SiteURL)}`,
    title: 'Confirm your address',
    lead: `One step is left to create your account at ${siteName(data.SiteURL)}.`,
    button: 'Confirm address',
    footer: ignore,
  }),
  invite: (data) => ({
    subject: `You are invited to ${siteName(data.SiteURL)}`,
    title: 'You are invited',
    lead: `Somebody at ${siteName(data.SiteURL)} made an account for you.`,
    button: 'Accept the invitation',
    footer: 'If you do not know who invited you, you can ignore this mail.',
  }),
  recovery: (data) => ({
    subject: `Choose a new password for ${siteName(data.SiteURL)}`,
    title: 'Choose a new password',
    lead: `You can now set a new password for ${data.Email}.`,
    button: 'Set a new password',
    footer: ignore,
  }),
  magic_link: (data) => ({
    subject: `Sign in to ${siteName(data.SiteURL)}`,
    title: 'Sign in',
    lead: `This signs you in to ${siteName(data.SiteURL)}. It works once.`,
    button: 'Sign in',
    footer: ignore,
  }),
  email_change: (data) => ({
    subject: `Confirm the new address for ${siteName(data.SiteURL)}`,
    title: 'Confirm the new address',
    lead: `The address of your account changes from ${data.Email || 'none'} to ${data.NewEmail ?? ''}.`,
    button: 'Confirm the change',
    footer: 'If you did not ask for this, do not confirm, and change your password.',
  }),
  reauthentication: (data) => ({
    subject: `${data.Token} is your code for ${siteName(data.SiteURL)}`,
    title: 'Confirm that it is you',
    lead: 'Enter this code where you were asked for it.',
    footer: 'If you did not ask for this, change your password.',
  }),
};
