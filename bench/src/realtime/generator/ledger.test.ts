import { expect, test } from 'vitest';
import { Ledger } from './ledger.ts';

test('with one group everyone must receive everything', () => {
  const ledger = new Ledger(3, 10, 1);
  for (const socket of [0, 1, 2]) ledger.note(socket, 0);
  ledger.note(0, 1);
  expect(ledger.tally(2)).toEqual({ received: 4, lost: 2, repeated: 0, excess: 0, disordered: 0 });
});

test('with a group for each socket a message has one receiver; any other is one too many', () => {
  const ledger = new Ledger(3, 10, 3);
  expect(ledger.due(7)).toBe(7);
  ledger.note(1, 4);
  ledger.note(2, 4);
  expect(ledger.tally(5)).toMatchObject({ received: 1, lost: 4, excess: 1 });
});

test('repetitions and wrong order are counted', () => {
  const ledger = new Ledger(1, 10, 1);
  for (const message of [0, 2, 1, 2]) ledger.note(0, message);
  expect(ledger.tally(3)).toMatchObject({ received: 3, lost: 0, repeated: 1, disordered: 1 });
});
