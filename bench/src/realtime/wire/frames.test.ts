import { once } from 'node:events';
import { expect, test } from 'vitest';
import { WebSocketServer } from 'ws';
import { FrameReader } from './frames.ts';
import { numberAfter } from './number-after.ts';
import { PhoenixSocket } from './phoenix-socket.ts';

/** A frame as a server sends it: not masked. */
function serverFrame(text: string): Buffer {
  const payload = Buffer.from(text);
  const { length } = payload;
  const head =
    length < 126
      ? [0x81, length]
      : length < 65_536
        ? [0x81, 126, length >> 8, length & 255]
        : [0x81, 127, 0, 0, 0, 0, 0, (length >> 16) & 255, (length >> 8) & 255, length & 255];
  return Buffer.concat([Buffer.from(head), payload]);
}

test('frames of every length arrive whole, wherever the stream is cut', () => {
  const short = ['', 'a', 'b'.repeat(125), 'c'.repeat(126), 'd'];
  const long = [...short, 'e'.repeat(70_000), 'f'];
  for (const [texts, size] of [
    ...[1, 2, 3, 7, 127].map((cut) => [short, cut] as const),
    ...[1_000, 65_536, 100_000].map((cut) => [long, cut] as const),
  ]) {
    const stream = Buffer.concat(texts.map(serverFrame));
    const found: string[] = [];
    const reader = new FrameReader((_, data, start, end) =>
      found.push(data.toString('utf8', start, end)),
    );
    for (let at = 0; at < stream.length; at += size) {
      const chunk = Buffer.from(stream.subarray(at, at + size));
      reader.read(chunk);
      // The caller may read into the same buffer again.
      chunk.fill(0);
    }
    expect(found).toEqual(texts);
  }
});

test('a number is found behind its marker, within the frame alone', () => {
  const marker = Buffer.from('"seq":');
  const data = Buffer.from('{"seq":12,"x":1}{"seq": 7}');
  expect(numberAfter(data, marker, 0, 16)).toBe(12);
  expect(numberAfter(data, marker, 16, data.length)).toBe(7);
  expect(numberAfter(data, marker, 8, 16)).toBe(-1);
});

test('a socket joins a server that another library speaks for, and hears what follows', async () => {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  server.on('connection', (socket) => {
    socket.on('message', (data) => {
      const [joinRef, ref, topic, event] = JSON.parse(String(data));
      const response = { topic, event };
      socket.send(JSON.stringify([joinRef, ref, topic, 'phx_reply', { status: 'ok', response }]));
      socket.send(JSON.stringify([null, null, topic, 'broadcast', { text: 'x'.repeat(300) }]));
    });
  });
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  const heard = await new Promise<string>((resolve, reject) => {
    PhoenixSocket.open({
      url: new URL(`http://127.0.0.1:${port}/socket?vsn=2.0.0`),
      message: (data, start, end) => resolve(data.toString('utf8', start, end)),
      closed: () => reject(new Error('closed')),
    })
      .then(async (socket) => {
        const reply = await socket.join('realtime:a', {});
        expect(reply).toMatchObject({
          status: 'ok',
          response: { topic: 'realtime:a', event: 'phx_join' },
          joinRef: '1',
        });
      })
      .catch(reject);
  });
  expect(JSON.parse(heard)[3]).toBe('broadcast');
  for (const client of server.clients) client.terminate();
  server.close();
});
