import { gather, type Setting, socketUrl } from '../bench-setting.ts';
import type { JoinReport } from '../generator/commands.ts';
import type { Outcome } from './outcome.ts';

const intruders = 50;

/** Distinct users join a private channel each, all at once; the same users again after a break; and strangers, who must not get in. */
export async function privateJoins(setting: Setting): Promise<Outcome> {
  const { users } = setting;
  const storm = {
    count: users.length,
    topics: users.map(({ id }) => `room:${id}`),
    tokens: users.map(({ token }) => token),
    config: { private: true },
    atOnce: users.length,
  };
  const first = await gather(setting, storm);
  await setting.generator.ask('close', {});
  const again = await gather(setting, storm);
  const trespass = await trespassing(setting);
  await setting.generator.ask('close', {});
  const [firstRate, againRate] = [first, again].map(({ joined, seconds }) =>
    Math.round(joined / seconds),
  );
  return {
    target: 'every user gets in, nobody else',
    met: trespass.joined === 0,
    found: {
      joinsPerSecond: firstRate,
      latency: first.latency,
      againPerSecond: againRate,
      againLatency: again.latency,
      intruders: trespass.joined,
    },
    line: `${firstRate} joins/s (p99 ${first.latency.p99} ms), again ${againRate} joins/s (p99 ${again.latency.p99} ms), ${trespass.joined} of ${intruders} intruders`,
  };
}

/** Each intruder tries her neighbour's room. */
async function trespassing({ generator, server, users }: Setting): Promise<JoinReport> {
  await generator.ask('open', { url: socketUrl(server), count: intruders });
  return generator.ask('join', {
    first: users.length,
    topics: users.slice(1).map(({ id }) => `room:${id}`),
    tokens: users.map(({ token }) => token),
    config: { private: true },
    atOnce: 10,
  });
}
