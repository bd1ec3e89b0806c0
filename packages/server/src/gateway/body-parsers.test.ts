import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import Fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readBodies } from './body-parsers.ts';

let app: FastifyInstance;
let client: Socket;
let answers = '';

beforeEach(async () => {
  app = Fastify();
  readBodies(app, 300);
  app.post('/', async (request) => ({ got: request.body }));
  await app.listen({ host: '127.0.0.1', port: 0 });
  client = connect((app.server.address() as AddressInfo).port, '127.0.0.1');
  answers = '';
  client.setEncoding('utf8').on('data', (text: string) => {
    answers += text;
  });
});

afterEach(async () => {
  client.destroy();
  await app.close();
});

test('a body that does not come ends its connection', async () => {
  client.write('POST / HTTP/1.1\r\nhost: a\r\ncontent-length: 5\r\n\r\n{');
  await once(client, 'close');
  expect(answers).not.toContain(' 200 ');
});

test('a body that came is answered, and its connection stays', async () => {
  for (const body of ['"one"', '"two"']) {
    client.write(`POST / HTTP/1.1\r\nhost: a\r\ncontent-length: ${body.length}\r\n\r\n${body}`);
    while (!answers.includes(`{"got":${body}}`)) await once(client, 'data');
  }
  expect(client.destroyed).toBe(false);
});
