import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { parseTemplate } from './parse.ts';
import { renderTemplate } from './render.ts';
import { TemplateError } from './syntax.ts';

const data = {
  Email: 'ada@example.com',
  Token: '123456',
  TokenHash: 'abc',
  SiteURL: 'https://example.com',
  RedirectTo: 'https://example.com/a?b=1&c=2',
  ConfirmationURL:
    'https://x.co/auth/v1/verify?token=abc&type=signup&redirect_to=https://example.com',
  Data: {
    name: '<b>Ada</b>',
    lang: 'fr',
    admin: true,
    tags: ['a', 'b'],
    'first-name': 'Ada',
    empty: '',
  },
};

const html = (source: string): string => renderTemplate(parseTemplate(source), data, 'html');
const text = (source: string): string => renderTemplate(parseTemplate(source), data, 'text');

describe('what a template of a mail prints', () => {
  test.each([
    ['Hello {{ .Email }}', 'Hello ada@example.com'],
    ['{{.Token}}', '123456'],
    ['{{ .Data.lang }} {{ $.Data.lang }}', 'fr fr'],
    ['{{ .Missing }}{{ .Data.nothing.deeper }}', ''],
    ['{{ if .Data.admin }}yes{{ else }}no{{ end }}', 'yes'],
    ['{{ if .Data.empty }}yes{{ else }}no{{ end }}', 'no'],
    [
      '{{ if eq .Data.lang "en" }}Hi{{ else if eq .Data.lang "fr" }}Salut{{ else }}?{{ end }}',
      'Salut',
    ],
    ['{{ if and .Data.admin (not .Data.empty) }}both{{ end }}', 'both'],
    ['{{ if or .Data.empty .Data.lang }}one{{ end }}', 'one'],
    ['{{ if ne .Data.lang "fr" }}a{{ end }}b', 'b'],
    ['{{ if gt (len .Data.tags) 1 }}many{{ end }}', 'many'],
    ['{{ range .Data.tags }}[{{ . }}]{{ else }}none{{ end }}', '[a][b]'],
    ['{{ range .Data.missing }}x{{ else }}none{{ end }}', 'none'],
    ['{{ with .Data.lang }}{{ . }}-{{ $.Token }}{{ end }}', 'fr-123456'],
    ['{{ $n := .Data.lang }}{{ $n }}', 'fr'],
    ['{{ index .Data "first-name" }}', 'Ada'],
    ['{{ printf "%s/%v" .Token .Data.lang }}', '123456/fr'],
    ['{{ .Data.lang | printf "%s-%s" .Token }}', '123456-fr'],
    ['{{/* a remark */}}x', 'x'],
    ['a  {{- .Token -}}  b', 'a123456b'],
    ['{{ "}}" }}', '}}'],
    ['{{ `raw "text"` }}', 'raw "text"'],
    ['no action at all }} { {', 'no action at all }} { {'],
  ])('%s: %s', (source, printed) => {
    expect(text(source)).toBe(printed);
  });

  test.each([
    '{{ if .A }}',
    '{{ end }}',
    '{{ .A ',
    '{{ }}',
    '{{ nosuchfunction .A }}',
    '{{ if }}x{{ end }}',
    '{{ (.A }}',
    '{{ $undefined }}',
    '{{ template "x" }}',
    '{{ .A ! }}',
    '{{ if .A }}{{ else }}{{ else }}{{ end }}',
  ])('%s is refused', (source) => {
    expect(() => text(source)).toThrow(TemplateError);
  });
});

describe('values in HTML are escaped for their place', () => {
  test.each([
    ['<p>{{ .Data.name }}</p>', '<p>&lt;b&gt;Ada&lt;/b&gt;</p>'],
    ['<a title="{{ .Data.name }}">', '<a title="&lt;b&gt;Ada&lt;/b&gt;">'],
    [
      '<a href="{{ .ConfirmationURL }}">x</a>',
      '<a href="https://x.co/auth/v1/verify?token=abc&amp;type=signup&amp;redirect_to=https://example.com">x</a>',
    ],
    [
      '<a href="{{ .SiteURL }}/confirm?token_hash={{ .TokenHash }}&type=email&next={{ .RedirectTo }}">',
      '<a href="https://example.com/confirm?token_hash=abc&type=email&next=https%3A%2F%2Fexample.com%2Fa%3Fb%3D1%26c%3D2">',
    ],
    ['<a href="/u/{{ .Data.name }}">', '<a href="/u/%3Cb%3EAda%3C/b%3E">'],
    ["<a href='{{ .Email }}'>{{ .Email }}</a>", "<a href='ada@example.com'>ada@example.com</a>"],
  ])('%s', (source, printed) => {
    expect(html(source)).toBe(printed);
  });

  test('a value cannot begin a URL that runs something', () => {
    const hostile = [
      'javascript:alert(1)',
      'JaVaScRiPt:alert(1)',
      'data:text/html,x',
      'vbscript:x',
    ];
    for (const url of hostile) {
      const printed = renderTemplate(parseTemplate('<a href="{{ .U }}">'), { U: url }, 'html');
      expect(printed).toBe('<a href="#">');
    }
    const hidden = renderTemplate(
      parseTemplate('<a href="{{ .U }}">'),
      { U: 'java\nscript:alert(1)' },
      'html',
    );
    expect(hidden).toBe('<a href="java%0Ascript:alert(1)">');
  });
});

test('no value can bring markup into a mail', () => {
  const places = [
    '<p>{{ .V }}</p>',
    '<a href="{{ .V }}">',
    '<a href="/x?y={{ .V }}">',
    '<i title="{{ .V }}">',
  ];
  fc.assert(
    fc.property(fc.constantFrom(...places), fc.string({ unit: 'grapheme' }), (place, value) => {
      const printed = renderTemplate(parseTemplate(place), { V: value }, 'html');
      const [before = '', after = ''] = place.split('{{ .V }}');
      const inside = printed.slice(before.length, printed.length - after.length);
      expect(inside).not.toMatch(/[<>"']/);
    }),
  );
});

test('whatever a template is, it prints or is refused', () => {
  const piece = fc.constantFrom(
    '{{',
    '}}',
    ' if ',
    ' end ',
    ' else ',
    ' range ',
    '.',
    'Data',
    '"',
    '(',
    ')',
    '|',
    '$x',
    ':=',
    '-',
    'x',
    '`',
    '/*',
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 14 }), (pieces) => {
      try {
        html(pieces.join(''));
      } catch (error) {
        expect(error).toBeInstanceOf(TemplateError);
      }
    }),
    { numRuns: 5000 },
  );
});

test('a template cannot print without end', () => {
  const many = { L: Array.from({ length: 2000 }, () => 'x'.repeat(200)) };
  const nested = '{{ range .L }}{{ range $.L }}{{ . }}{{ end }}{{ end }}';
  expect(() => renderTemplate(parseTemplate(nested), many, 'text')).toThrow(TemplateError);
});
