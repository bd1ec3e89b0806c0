import { JwtError, kernelError } from '@plinth/kernel';
import { describe, expect, test } from 'vitest';
import { createDataDialect, dataDialect } from './dialect.ts';
import { raisedResponse } from './raised-response.ts';
import { statusOfSqlState } from './status-of-sqlstate.ts';

describe('the status of a failure in SQL', () => {
  test.each([
    ['23505', 409],
    ['23503', 409],
    ['22P02', 400],
    ['42P01', 404],
    ['42883', 404],
    ['25006', 405],
    ['40001', 500],
    ['53300', 503],
    ['57014', 500],
    ['57P01', 503],
    ['P0001', 400],
    ['P0002', 500],
    ['PT402', 402],
    ['PT40A', 500],
    ['PT007', 500],
    ['XX000', 500],
    ['54001', 500],
    ['54011', 400],
  ])('%s is %d', (code, status) => {
    expect(statusOfSqlState({ code, message: '', isAnonymous: false })).toBe(status);
  });

  test.each([
    ['21000', 'UPDATE requires a WHERE clause', 400],
    ['21000', 'ON CONFLICT DO UPDATE command cannot affect row a second time', 400],
    ['21000', 'more than one row returned by a subquery used as an expression', 500],
    ['55000', 'cannot insert into view "totals"', 400],
    ['55000', 'materialized view "totals" has not been populated', 500],
    ['XX000', 'tsquery stack too small', 400],
  ])('%s "%s" is %d', (code, message, status) => {
    expect(statusOfSqlState({ code, message, isAnonymous: false })).toBe(status);
  });

  test('a missing privilege asks the anonymous to sign in', () => {
    expect(statusOfSqlState({ code: '42501', message: '', isAnonymous: true })).toBe(401);
    expect(statusOfSqlState({ code: '42501', message: '', isAnonymous: false })).toBe(403);
  });
});

describe('a response raised in SQL', () => {
  test('has the status and headers that it says', () => {
    const error = raisedResponse(
      '{"code":"123","message":"ABC","details":"DEF","hint":"XYZ"}',
      '{"status":332,"headers":{"X-Header":"str"}}',
    );
    expect(error).toMatchObject({ code: '123', status: 332, headers: { 'x-header': 'str' } });
  });

  test('has headers as UTF-8, and none that say where the message ends', () => {
    const { headers } = raisedResponse(
      '{"code":"1","message":"a"}',
      '{"status":400,"headers":{"X-Price":"5 €","Content-Length":"1","Transfer-Encoding":"chunked"}}',
    );
    expect(headers).toEqual({ 'x-price': Buffer.from('5 €').toString('latin1') });
  });

  test('is sent even where its code is no text for a header', () => {
    const error = raisedResponse('{"code":"a\\nb€","message":"x"}', '{"status":400,"headers":{}}');
    const { headers, body } = dataDialect.render(error, undefined);
    expect(headers).toMatchObject({ 'proxy-status': 'PostgREST; error=a?b?' });
    expect(JSON.parse(String(body))).toMatchObject({ code: 'a\nb€' });
  });

  test.each([
    ['INVALID', '{"status":332,"headers":{}}', 'Invalid JSON value for MESSAGE'],
    ['{"code":"1","message":"a"}', undefined, 'DETAIL is missing'],
    ['{"code":"1","message":"a"}', '{"headers":{}}', 'Invalid JSON value for DETAIL'],
    ['{"code":"1","message":"a"}', '{"status":600,"headers":{}}', 'Invalid JSON value for DETAIL'],
    [
      '{"code":"1","message":"a"}',
      '{"status":200,"headers":{"a\\nb":"c"}}',
      'Invalid JSON value for DETAIL',
    ],
  ])('%s with %s is a mistake of the function', (message, detail, details) => {
    expect(raisedResponse(message, detail)).toMatchObject({
      code: 'PGRST121',
      status: 500,
      details: expect.stringContaining(details),
    });
  });
});

describe('failures of the gateway in this dialect', () => {
  test('an expired token is PGRST303 with the challenge that says so', () => {
    const cause = new JwtError('expired', 'JWT expired');
    const reply = dataDialect.render(kernelError('invalid_token', { cause }));
    expect(reply.status).toBe(401);
    expect(reply.headers).toMatchObject({
      'www-authenticate': 'Bearer error="invalid_token", error_description="JWT expired"',
      'proxy-status': 'PostgREST; error=PGRST303',
    });
    expect(JSON.parse(String(reply.body))).toEqual({
      code: 'PGRST303',
      details: null,
      hint: null,
      message: 'JWT expired',
    });
  });

  test('a wrong signature is worded as a key that is not there', () => {
    const cause = new JwtError('signature', 'JWT cryptographic operation failed');
    const reply = dataDialect.render(kernelError('invalid_token', { cause }));
    expect(JSON.parse(String(reply.body))).toMatchObject({
      code: 'PGRST301',
      message: 'No suitable key or wrong key type',
    });
  });

  test('minimal verbosity shows code and message only', () => {
    const reply = createDataDialect('minimal').render(kernelError('body_too_large'));
    expect(reply.status).toBe(413);
    expect(Object.keys(JSON.parse(String(reply.body)))).toEqual(['code', 'message']);
  });
});
