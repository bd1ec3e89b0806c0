import { gather, type Setting } from '../bench-setting.ts';
import { residentSize } from '../process-cpu.ts';
import type { Outcome } from './outcome.ts';

const count = 10_000;
const targetMegabytes = 300;
const megabyte = 1024 * 1024;
/** Time for the garbage of the joins to be collected. */
const settleMs = 5_000;

/** Resident size of the server with 10,000 sockets, each joined to a channel of its own, above what it was before. */
export async function idleSockets(setting: Setting): Promise<Outcome> {
  const before = residentSize(setting.server.pid);
  const topics = Array.from({ length: count }, (_, index) => `idle-${index}`);
  const { seconds } = await gather(setting, { count, topics, config: {} });
  await new Promise((resolve) => setTimeout(resolve, settleMs));
  const grown = (residentSize(setting.server.pid) - before) / megabyte;
  await setting.generator.ask('close', {});
  return {
    target: `below ${targetMegabytes} MB above idle`,
    met: grown < targetMegabytes,
    found: {
      sockets: count,
      grownMegabytes: Math.round(grown),
      kilobytesPerSocket: Math.round(((grown * 1024) / count) * 10) / 10,
      joinsPerSecond: Math.round(count / seconds),
    },
    line: `${Math.round(grown)} MB above idle, ${((grown * 1024) / count).toFixed(1)} kB a socket`,
  };
}
