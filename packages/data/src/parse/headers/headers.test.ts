import { describe, expect, test } from 'vitest';
import { parseAccept } from './accept.ts';
import { contentType, parseMediaType } from './media-type.ts';
import { parsePrefer } from './prefer.ts';
import { profileOf } from './profile.ts';
import { requestedRange } from './range.ts';

describe('Accept', () => {
  test('the best quality comes first, then what is more specific', () => {
    const mimes = parseAccept('text/csv;q=0.5, */*, application/json').map(({ mime }) => mime);
    expect(mimes).toEqual(['application/json', '*/*', 'text/csv']);
  });

  test('without one anything will do', () => {
    expect(parseAccept(undefined).map(({ kind }) => kind)).toEqual(['any']);
  });
});

describe('media types', () => {
  test.each([
    ['Application/JSON; charset=utf-8', 'application/json; charset=utf-8'],
    ['application/vnd.pgrst.object', 'application/vnd.pgrst.object+json; charset=utf-8'],
    [
      'application/vnd.pgrst.object+json; nulls=stripped',
      'application/vnd.pgrst.object+json;nulls=stripped; charset=utf-8',
    ],
    ['application/vnd.pgrst.array+json', 'application/json; charset=utf-8'],
    [
      'application/vnd.pgrst.plan; for="text/csv"; options=verbose|analyze|junk',
      'application/vnd.pgrst.plan+text; for="text/csv"; options=analyze|verbose; charset=utf-8',
    ],
    ['application/octet-stream', 'application/octet-stream'],
    ['image/png', 'image/png'],
  ])('%s is answered as %s', (asked, answered) => {
    expect(contentType(parseMediaType(asked))).toBe(answered);
  });
});

describe('Prefer', () => {
  test('the first known value of a kind wins, several headers are one', () => {
    expect(
      parsePrefer('return=minimal, count=exact,return=representation , tx=rollback'),
    ).toMatchObject({
      return: 'minimal',
      count: 'exact',
      tx: 'rollback',
      unknown: [],
    });
  });

  test('what does not exist is remembered', () => {
    expect(parsePrefer('count=all, anything, timezone=UTC, max-affected=10')).toMatchObject({
      count: undefined,
      timezone: 'UTC',
      maxAffected: 10,
      unknown: ['count=all', 'anything'],
    });
  });
});

describe('profiles', () => {
  const schemas = ['public', 'extra'];

  test('reading methods ask by one header, writing ones by another', () => {
    const headers = { 'accept-profile': 'extra', 'content-profile': 'public' };
    expect(profileOf('GET', headers, schemas).schema).toBe('extra');
    expect(profileOf('POST', headers, schemas).schema).toBe('public');
  });

  test('a schema that is not exposed is refused with the list of those that are', () => {
    expect(() => profileOf('GET', { 'accept-profile': 'auth' }, schemas)).toThrow(
      expect.objectContaining({
        code: 'PGRST106',
        status: 406,
        hint: 'Only the following schemas are exposed: public, extra',
      }),
    );
  });
});

describe('the range of rows', () => {
  test.each([
    [{ limit: 10, offset: 5 }, undefined, { limit: 10, offset: 5 }],
    [undefined, '0-9', { limit: 10, offset: 0 }],
    [undefined, '5-', { limit: undefined, offset: 5 }],
    [{ limit: 3, offset: 0 }, '2-9', { limit: 1, offset: 2 }],
    [undefined, 'items=0-9', { limit: undefined, offset: 0 }],
    [{ limit: 0, offset: 7 }, '2-9', { limit: 0, offset: 0 }],
  ])('%o with the header %s is %o', (parameters, header, range) => {
    expect(requestedRange(parameters, header)).toEqual(range);
  });

  test.each([
    [{ limit: -1, offset: 0 }, undefined],
    [undefined, '9-0'],
    [{ limit: 2, offset: 0 }, '5-9'],
  ])('%o with the header %s cannot be satisfied', (parameters, header) => {
    expect(() => requestedRange(parameters, header)).toThrow(
      expect.objectContaining({ code: 'PGRST103', status: 416 }),
    );
  });
});
