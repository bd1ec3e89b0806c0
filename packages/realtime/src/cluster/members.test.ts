import { expect, test } from 'vitest';
import { Members } from './members.ts';

test('who is silent for too long is dead, once', () => {
  const members = new Members(6_000, 0);
  expect(members.heard('a', 0)).toBe(true);
  expect(members.heard('b', 0)).toBe(true);
  for (let now = 1_500; now <= 6_000; now += 1_500) {
    expect(members.heard('b', now)).toBe(false);
    expect(members.takeDead(now)).toEqual([]);
  }
  expect(members.takeDead(7_500)).toEqual(['a']);
  expect(members.takeDead(9_000)).toEqual([]);
  expect([members.has('a'), members.has('b'), members.size]).toEqual([false, true, 1]);
  expect(members.heard('a', 9_000)).toBe(true);
  expect([members.left('a'), members.left('a')]).toEqual([true, false]);
});

test('a process that stood still takes nobody for dead who spoke meanwhile', () => {
  const members = new Members(6_000, 0);
  members.heard('a', 0);
  expect(members.takeDead(60_000)).toEqual([]);
  members.heard('a', 60_100);
  for (let now = 61_500; now <= 66_000; now += 1_500) expect(members.takeDead(now)).toEqual([]);
  expect(members.takeDead(67_500)).toEqual(['a']);
});

test('strangers cannot make it grow without end', () => {
  const members = new Members(6_000, 0);
  for (let i = 0; i < 2_000; i++) members.heard(`node ${i}`, 0);
  expect(members.size).toBe(1_000);
});
