import type { Answer, Ask } from './commands.ts';
import { Fleet } from './fleet.ts';

// The clients of a scenario, in a process of their own: what they cost must not slow the writer or the clock of the measurement down.
const fleet = new Fleet();

function run(ask: Ask): unknown {
  switch (ask.kind) {
    case 'open':
      return fleet.open(ask.request);
    case 'join':
      return fleet.join(ask.request);
    case 'watch':
      return fleet.watch(ask.request);
    case 'track':
      return fleet.track();
    case 'progress':
      return fleet.progress();
    case 'finish':
      return fleet.finish(ask.request);
    case 'close':
      return fleet.close();
  }
}

process.on('message', async (ask: Ask) => {
  const answer = await Promise.resolve()
    .then(() => run(ask))
    .then(
      (value): Answer => ({ id: ask.id, answer: value }),
      (error: Error): Answer => ({ id: ask.id, failure: error.message }),
    );
  process.send?.(answer);
});
process.once('disconnect', () => fleet.stop());
