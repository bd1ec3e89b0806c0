import type { SqlResult } from '@plinth/console/api';
import { expect, test } from 'vitest';
import { asCsv, asJson, asMarkdown } from './result-text.ts';

const result: SqlResult = {
  tag: 'SELECT 2',
  columns: [
    { name: 'id', type: 'bigint' },
    { name: 'title', type: 'text' },
    { name: 'done', type: 'boolean' },
    { name: 'meta', type: 'jsonb' },
  ],
  rows: [
    ['12345678901234567890', 'say "so", then\nstop', 't', '{"a": 1.10}'],
    [null, '', 'f', null],
  ],
  truncated: false,
  cut: [],
};

test('CSV quotes what needs it and tells NULL from an empty text', () => {
  expect(asCsv(result)).toBe(
    'id,title,done,meta\r\n12345678901234567890,"say ""so"", then\nstop",t,"{""a"": 1.10}"\r\n,"",f,',
  );
});

test('JSON keeps every digit', () => {
  expect(asJson(result)).toBe(
    '[\n  { "id": 12345678901234567890, "title": "say \\"so\\", then\\nstop", "done": true, "meta": {"a": 1.10} },\n' +
      '  { "id": null, "title": "", "done": false, "meta": null }\n]',
  );
  expect(asJson({ ...result, rows: [] })).toBe('[]');
});

test('Markdown stays one line a row', () => {
  expect(asMarkdown(result).split('\n')).toHaveLength(4);
});
