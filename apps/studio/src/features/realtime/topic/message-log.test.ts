import { expect, test } from 'vitest';
import { MessageLog } from './message-log.ts';

function newLog(most = 3) {
  const planned: (() => void)[] = [];
  const log = new MessageLog({ most, now: () => 7, soon: (work) => void planned.push(work) });
  const say = (...titles: readonly string[]): void => {
    for (const title of titles) log.add({ kind: 'broadcast', title, body: '{}' });
  };
  const flush = (): void => {
    for (const work of planned.splice(0)) work();
  };
  const titles = () => log.state().entries.map(({ title }) => title);
  return { log, say, flush, titles, planned };
}

test('the newest comes first, and a flood is shown in one step', () => {
  const { say, flush, titles, planned } = newLog();
  say('a', 'b');
  expect(titles()).toEqual([]);
  expect(planned).toHaveLength(1);
  flush();
  expect(titles()).toEqual(['b', 'a']);
});

test('there is room for so many; what was let go is counted', () => {
  const { log, say, flush, titles } = newLog();
  say('a', 'b', 'c', 'd', 'e', 'f', 'g');
  flush();
  expect(titles()).toEqual(['g', 'f', 'e']);
  expect(log.state().dropped).toBe(4);
});

test('while it is paused the shown entries stay, and what came meanwhile follows', () => {
  const { log, say, flush, titles } = newLog();
  say('a');
  log.pause();
  say('b', 'c');
  flush();
  expect(titles()).toEqual(['a']);
  expect(log.state()).toMatchObject({ paused: true, held: 2 });
  log.resume();
  expect(titles()).toEqual(['c', 'b', 'a']);
  expect(log.state()).toMatchObject({ paused: false, held: 0 });
});

test('cleared while paused it stays paused and counts anew', () => {
  const { log, say, flush, titles } = newLog();
  say('a');
  log.pause();
  say('b');
  log.clear();
  say('c');
  flush();
  expect(titles()).toEqual([]);
  expect(log.state()).toMatchObject({ paused: true, held: 1, dropped: 0 });
  log.resume();
  expect(titles()).toEqual(['c']);
});
