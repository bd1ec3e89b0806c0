import { gather, type Setting } from '../bench-setting.ts';
import { epochMicroseconds } from '../epoch.ts';
import type { Outcome } from './outcome.ts';
import { watched } from './watched.ts';

const members = 500;
const targetSeconds = 2;

/** 500 members of one channel enter at once; over when each has heard of all. */
export async function presenceStorm(setting: Setting): Promise<Outcome> {
  await gather(setting, {
    count: members,
    topics: ['lobby'],
    config: { presence: { key: '', enabled: true } },
  });
  const started = epochMicroseconds();
  const report = await watched(setting, { messages: members, groups: 1 }, async () => {
    await setting.generator.ask('track', {});
    return members;
  });
  await setting.generator.ask('close', {});
  const seconds = (report.lastAt - started) / 1e6;
  return {
    target: `settled within ${targetSeconds} s`,
    met: seconds < targetSeconds && report.lost + report.excess === 0,
    found: { members, seconds, lost: report.lost, repeated: report.repeated },
    line: `settled after ${seconds.toFixed(2)} s, lost ${report.lost}, told again ${report.repeated}`,
  };
}
