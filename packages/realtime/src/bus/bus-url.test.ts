import { expect, test } from 'vitest';
import { BusUrlError, parseBusUrl } from './bus-url.ts';

test.each([
  ['', { engine: 'none' }],
  ['none', { engine: 'none' }],
  [' postgres ', { engine: 'postgres' }],
  ['redis://localhost', { engine: 'redis', url: 'redis://localhost' }],
  ['rediss://u:p@host:6380/2', { engine: 'redis', url: 'rediss://u:p@host:6380/2' }],
  ['nats://localhost', { engine: 'nats', options: { servers: ['localhost:4222'] } }],
  [
    'nats://ann:s%40crets@a:1,nats://b',
    { engine: 'nats', options: { servers: ['a:1', 'b:4222'], user: 'ann', pass: 's@crets' } },
  ],
  ['nats://token@a', { engine: 'nats', options: { servers: ['a:4222'], token: 'token' } }],
  ['tls://[::1]:4223', { engine: 'nats', options: { servers: ['[::1]:4223'], tls: {} } }],
])('%j names an engine', (text, choice) => {
  expect(parseBusUrl(text)).toEqual(choice);
});

test.each([
  'kafka://secret@host',
  'localhost:6379',
  'redis://',
  'postgres://secret@host/db',
  'redis://secret@a,nats://b',
  'redis://secret@a,redis://b',
  'nats://sec%zzret@a',
  'secret',
])('%j is refused, without repeating what may be a password', (text) => {
  expect(() => parseBusUrl(text)).toThrow(BusUrlError);
  expect(() => parseBusUrl(text)).not.toThrow(/secret/);
});
