import { expect, test } from 'vitest';
import { isPast, wantedDays } from './partition-day.ts';

const time = (text: string): number => Date.parse(text);

test('today and three days ahead, across the end of a month and a leap day', () => {
  expect(wantedDays(time('2028-02-27T23:59:59.999Z'))).toEqual([
    { name: 'messages_2028_02_27', first: '2028-02-27', next: '2028-02-28' },
    { name: 'messages_2028_02_28', first: '2028-02-28', next: '2028-02-29' },
    { name: 'messages_2028_02_29', first: '2028-02-29', next: '2028-03-01' },
    { name: 'messages_2028_03_01', first: '2028-03-01', next: '2028-03-02' },
  ]);
});

test('a day is past when its last moment is as old as asked', () => {
  const oldest = time('2026-03-02T00:00:00Z');
  expect(isPast('messages_2026_03_01', oldest)).toBe(true);
  expect(isPast('messages_2026_03_01', oldest - 1)).toBe(false);
  expect(isPast('messages_2026_03_02', oldest)).toBe(false);
  expect(isPast('messages_default', oldest)).toBe(false);
  expect(isPast('messages_2026_03_01_copy', oldest)).toBe(false);
  expect(isPast('messages_0000_99_99', oldest)).toBe(false);
});
