import { expect, test } from 'vitest';
import { parseDatabaseUrl } from './database-url.ts';

test('the parts of a URL, percent-encoding undone', () => {
  expect(parseDatabaseUrl('postgresql://us%40er:p%3Aw@db.example:6543/my%20db')).toMatchObject({
    host: 'db.example',
    port: 6543,
    database: 'my db',
    user: 'us@er',
    password: 'p:w',
  });
  expect(parseDatabaseUrl('postgres://u@/d?host=/var/run/postgresql')).toMatchObject({
    host: '/var/run/postgresql',
    tls: false,
  });
});

test('TLS modes mean what they mean to libpq', () => {
  const tls = (query: string, host = 'db.example') =>
    parseDatabaseUrl(`postgres://u@${host}/d${query}`).tls;
  expect(tls('', '127.0.0.1')).toBe(false);
  expect(tls('?sslmode=disable')).toBe(false);
  expect(tls('')).toMatchObject({ rejectUnauthorized: false });
  expect(tls('?sslmode=require')).toMatchObject({ rejectUnauthorized: false });
  expect(tls('?sslmode=verify-full')).toEqual({
    rejectUnauthorized: true,
    servername: 'db.example',
  });
  expect(tls('?sslmode=verify-ca')).toMatchObject({ rejectUnauthorized: true });
});

test('what cannot be used is refused with a sentence, without the password', () => {
  expect(() => parseDatabaseUrl('mysql://u:secret@h/d')).toThrow('must begin with postgresql://');
  expect(() => parseDatabaseUrl('nonsense')).toThrow('not a URL');
  expect(() => parseDatabaseUrl('postgres://u:secret@h/d?sslmode=maybe')).toThrow(
    /sslmode "maybe"/,
  );
});
