import { gather, type Setting, socketUrl } from '../bench-setting.ts';
import { epochMicroseconds } from '../epoch.ts';
import { paced } from '../paced.ts';
import { PhoenixSocket } from '../wire/phoenix-socket.ts';
import type { Outcome } from './outcome.ts';
import { describe, isExact, type Watched, warmUpSeconds, watched } from './watched.ts';

const sockets = 1_000;
const deliveriesPerSecond = 100_000;
const targetP99 = 60;
const text = 'somebody moved the mouse '.repeat(8);

/** Messages sent over sockets, one sender a channel, to 1,000 sockets in so many channels. */
export async function broadcast(setting: Setting, channels: number): Promise<Outcome> {
  const topics = Array.from({ length: channels }, (_, index) => `broadcast-${channels}-${index}`);
  await gather(setting, { count: sockets, topics, config: {} });
  const senders = await Promise.all(topics.map((topic) => sender(setting, `realtime:${topic}`)));
  const perSecond = (deliveriesPerSecond / sockets) * channels;
  try {
    const run = (seconds: number): Promise<Watched> =>
      watched(setting, { messages: Math.ceil(perSecond * seconds), groups: channels }, () =>
        paced(perSecond, seconds, (seq) => senders[seq % channels]?.send(seq)),
      );
    await run(warmUpSeconds);
    const report = await run(setting.seconds);
    return {
      target: `${deliveriesPerSecond} deliveries/s: p99 < ${targetP99} ms, nothing lost`,
      met: report.latency.p99 < targetP99 && isExact(report),
      found: {
        ...report,
        deliveriesPerSecond: Math.round(report.received / setting.seconds),
      },
      line: describe(report),
    };
  } finally {
    for (const { close } of senders) close();
    await setting.generator.ask('close', {});
  }
}

async function sender(
  { server }: Setting,
  topic: string,
): Promise<{ send: (seq: number) => void; close: () => void }> {
  const socket = await PhoenixSocket.open({
    url: new URL(socketUrl(server)),
    message: () => {},
    closed: () => {},
  });
  const { status, response, joinRef } = await socket.join(topic, { config: {} });
  if (status !== 'ok') throw new Error(`the sender was refused: ${response.reason}`);
  return {
    send: (seq) =>
      socket.broadcast(joinRef, topic, 'tick', { seq, sent: epochMicroseconds(), text }),
    close: () => socket.close(),
  };
}
