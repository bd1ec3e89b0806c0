import { expect, test } from 'vitest';
import { kindOf } from './file-kind.ts';

test.each([
  ['image/png', 'a.png', 'image'],
  ['image/svg+xml', 'a.svg', 'image'],
  ['video/mp4', 'a.mp4', 'video'],
  ['audio/mpeg', 'a.mp3', 'audio'],
  ['application/pdf', 'a.pdf', 'pdf'],
  ['text/plain;charset=UTF-8', 'a', 'text'],
  ['application/vnd.api+json', 'a', 'text'],
  ['application/octet-stream', 'notes.md', 'text'],
  ['application/octet-stream', 'model.bin', 'other'],
  ['application/zip', 'a.zip', 'archive'],
  ['', 'schema.sql', 'text'],
])('%s %s is shown as %s', (type, name, kind) => {
  expect(kindOf(type, name)).toBe(kind);
});
