import { expect, test } from 'vitest';
import { contentTypeHeaders } from './content-type.ts';

test('HTML is text, however it is spelled', () => {
  for (const type of ['text/html', 'TEXT/HTML; charset=utf-8', 'x-text/html']) {
    expect(contentTypeHeaders(type)['content-type']).toBe('text/plain');
  }
});

test('what a browser could run is in a sandbox, what it shows is not', () => {
  const active = [
    'image/svg+xml',
    'application/xml',
    'text/xml',
    'application/xhtml+xml',
    'multipart/related',
    'text/csv+xml',
    'image/x+xml',
    'application/json+xml',
    'text/plain;a=b, application/xhtml+xml',
    'image/png, image/svg+xml',
    'image/png;a=",";, text/xml',
    '',
  ];
  for (const type of active) {
    expect(contentTypeHeaders(type)['content-security-policy']).toContain('sandbox');
  }
  for (const type of [
    'image/png',
    'IMAGE/vnd.microsoft.icon',
    'video/mp4',
    'video/mp4; codecs=avc1',
    'application/pdf',
    'text/plain;charset=UTF-8',
    undefined,
  ]) {
    expect(contentTypeHeaders(type)['content-security-policy']).toBeUndefined();
    expect(contentTypeHeaders(type)['x-content-type-options']).toBe('nosniff');
  }
});
