import type { MailTemplate } from '@plinth/config';
import type { Logger } from '@plinth/kernel';
import { parseTemplate } from '../template/parse.ts';
import { renderTemplate } from '../template/render.ts';
import { builtInLetter } from './built-in-letter.ts';
import { htmlToText } from './html-to-text.ts';
import type { Letter, LetterData, LetterKind } from './letter.ts';

export interface LetterWriterOptions {
  /** The project's own subjects and bodies by kind. */
  readonly templates: Readonly<Record<string, MailTemplate>>;
  /** Reads the file of a body; absent where a project has no folder. */
  readonly readTemplate?: ((path: string) => Promise<string>) | undefined;
  readonly logger: Logger;
}

/** Writes mails: the project's template where there is one that works, else the built-in one. */
export class LetterWriter {
  readonly #options: LetterWriterOptions;

  constructor(options: LetterWriterOptions) {
    this.#options = options;
  }

  async write(kind: LetterKind, data: LetterData): Promise<Letter> {
    const { templates } = this.#options;
    const template = Object.hasOwn(templates, kind) ? templates[kind] : undefined;
    const builtIn = builtInLetter(kind, data);
    const subject = await this.#own(kind, () => renderOwn(template?.subject, data, 'text'));
    const html = await this.#own(kind, () => this.#body(template, data));
    return {
      // A line break in a subject would begin another header.
      subject: (subject ?? builtIn.subject).replace(/[\r\n]+/g, ' ').trim(),
      html: html ?? builtIn.html,
      text: html === undefined ? builtIn.text : htmlToText(html),
    };
  }

  async #body(template: MailTemplate | undefined, data: LetterData): Promise<string | undefined> {
    const { readTemplate } = this.#options;
    if (template?.contentPath === undefined || readTemplate === undefined) return undefined;
    return renderOwn(await readTemplate(template.contentPath), data, 'html');
  }

  /** A mail with the wrong words is better than none: a template that fails only leaves a log line. */
  async #own(
    kind: LetterKind,
    work: () => Promise<string | undefined> | string | undefined,
  ): Promise<string | undefined> {
    try {
      return await work();
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      this.#options.logger.error({ template: kind, reason }, 'a mail template cannot be used');
      return undefined;
    }
  }
}

function renderOwn(
  source: string | undefined,
  data: LetterData,
  output: 'html' | 'text',
): string | undefined {
  return source === undefined || source === ''
    ? undefined
    : renderTemplate(parseTemplate(source), data, output);
}
