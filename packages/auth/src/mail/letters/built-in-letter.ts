import { escapeHtml } from '../template/html-context.ts';
import type { Letter, LetterData, LetterKind } from './letter.ts';
import { type Words, words } from './words.ts';

const ink = '#26241f';
const muted = '#6b675e';
const line = '#e4e0d8';
const accent = '#2f6f62';
const sans = "-apple-system, 'Segoe UI', Roboto, Helvetica, Arial, sans-serif";
const mono = 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace';

/** The built-in mail of a kind: a link and a code, each enough by itself. */
export function builtInLetter(kind: LetterKind, data: LetterData): Letter {
  const said = words[kind](data);
  return { subject: said.subject, html: toHtml(said, data), text: toText(said, data) };
}

function toText({ title, lead, button, footer }: Words, data: LetterData): string {
  const url = data.ConfirmationURL;
  const link = url === undefined ? [] : [`${button}:`, url, '', 'Or enter this code:'];
  return [title, '', lead, '', ...link, data.Token, '', footer, ''].join('\n');
}

/** Tables and inline styles: what mail programs understand. */
function toHtml({ title, lead, button, footer }: Words, data: LetterData): string {
  const link =
    data.ConfirmationURL === undefined
      ? ''
      : `<p style="margin:0 0 24px"><a href="${escapeHtml(data.ConfirmationURL)}" style="display:inline-block;padding:10px 18px;border-radius:6px;background:${accent};color:#ffffff;font-weight:600;text-decoration:none">${escapeHtml(button ?? '')}</a></p>
          <p style="margin:0 0 8px;color:${muted}">Or enter this code:</p>`;
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width">
    <meta name="color-scheme" content="light">
    <title>${escapeHtml(title)}</title>
  </head>
  <body style="margin:0;padding:32px 16px;background:#f6f4ef;color:${ink};font:15px/24px ${sans}">
    <table role="presentation" width="100%" cellspacing="0" cellpadding="0">
      <tr><td align="center">
        <table role="presentation" width="100%" cellspacing="0" cellpadding="0" style="max-width:480px;background:#ffffff;border:1px solid ${line};text-align:left">
          <tr><td style="padding:32px">
          <h1 style="margin:0 0 12px;font-size:20px;line-height:28px;font-weight:600">${escapeHtml(title)}</h1>
          <p style="margin:0 0 24px">${escapeHtml(lead)}</p>
          ${link}
          <p style="margin:0 0 24px;font:600 22px/32px ${mono};letter-spacing:3px">${escapeHtml(data.Token)}</p>
          <p style="margin:0;padding-top:16px;border-top:1px solid ${line};font-size:13px;line-height:20px;color:${muted}">${escapeHtml(footer)}</p>
          </td></tr>
        </table>
      </td></tr>
    </table>
  </body>
</html>
`;
}
