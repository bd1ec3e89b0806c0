import { silentLogger } from '@plinth/testkit';
import { expect, test } from 'vitest';
import { builtInLetter } from './built-in-letter.ts';
import { htmlToText } from './html-to-text.ts';
import type { LetterData, LetterKind } from './letter.ts';
import { LetterWriter } from './letter-writer.ts';

const data: LetterData = {
  SiteURL: 'https://notes.example.com',
  ConfirmationURL: 'https://api.example.com/auth/v1/verify?token=abc&type=signup',
  Email: 'ada@example.com',
  NewEmail: 'new@example.com',
  Token: '123456',
  Data: { name: '<script>alert(1)</script>' },
};
const kinds: readonly LetterKind[] = [
  'confirmation',
  'invite',
  'recovery',
  'magic_link',
  'email_change',
];

test('every built-in mail has a link and a code, in HTML and in text', () => {
  for (const kind of kinds) {
    const { subject, html, text } = builtInLetter(kind, data);
    expect(subject).toContain('notes.example.com');
    expect(html).toContain(
      'href="https://api.example.com/auth/v1/verify?token=abc&amp;type=signup"',
    );
    expect(html).toContain('123456');
    expect(text).toContain(data.ConfirmationURL);
    expect(text).toMatch(/^123456$/m);
  }
});

test('a mail without a link has its code in the subject', () => {
  const { ConfirmationURL: _, ...withoutLink } = data;
  const { subject, html } = builtInLetter('reauthentication', withoutLink);
  expect(subject).toBe('123456 is your code for notes.example.com');
  expect(html).not.toContain('href=');
});

test('nobody’s address becomes markup', () => {
  const { html } = builtInLetter('email_change', { ...data, NewEmail: '"><img src=x>@x.co' });
  expect(html).not.toContain('<img');
});

test('the project’s own words are used, with a text made of the HTML', async () => {
  const writer = new LetterWriter({
    templates: {
      confirmation: { subject: 'Hi {{ .Email }}\r\nBcc: x@y.z', contentPath: './confirm.html' },
    },
    readTemplate: async (path) =>
      `<h1>${path}</h1><p>{{ .Data.name }} <a href="{{ .ConfirmationURL }}">confirm</a> {{ .Token }}</p>`,
    logger: silentLogger,
  });
  const { subject, html, text } = await writer.write('confirmation', data);
  expect(subject).toBe('Hi ada@example.com Bcc: x@y.z');
  expect(html).toContain('&lt;script&gt;');
  expect(text).toBe(
    './confirm.html\n<script>alert(1)</script> confirm (https://api.example.com/auth/v1/verify?token=abc&type=signup) 123456',
  );
});

test('a template that cannot be used is logged, and the built-in mail goes out', async () => {
  const logged: unknown[] = [];
  const writer = new LetterWriter({
    templates: {
      recovery: { contentPath: './missing.html' },
      invite: { subject: '{{ if }}' },
    },
    readTemplate: () => Promise.reject(new Error('no such file')),
    logger: { ...silentLogger, error: (fields) => logged.push(fields) },
  });
  expect((await writer.write('recovery', data)).text).toContain('Choose a new password');
  expect((await writer.write('invite', data)).subject).toBe('You are invited to notes.example.com');
  expect(logged).toEqual([
    { template: 'recovery', reason: 'no such file' },
    { template: 'invite', reason: 'an empty action' },
  ]);
});

test('HTML reads well as text', () => {
  const html =
    '<head><title>x</title></head><style>p{}</style><h2>Hello</h2><p>A &amp; B<br>C</p><ul><li>1</li></ul>';
  expect(htmlToText(html)).toBe('Hello\nA & B\nC\n1');
});
