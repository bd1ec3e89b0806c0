import { expect, test } from 'vitest';
import { chordOf } from './shortcuts.ts';

const press = (key: string, code: string, held: Partial<KeyboardEvent> = {}): string =>
  chordOf({
    key,
    code,
    altKey: false,
    ctrlKey: false,
    metaKey: false,
    shiftKey: false,
    ...held,
  } as KeyboardEvent);

test('letters and signs are what the layout gives', () => {
  expect(press('/', 'Slash')).toBe('/');
  expect(press('?', 'Slash', { shiftKey: true })).toBe('?');
  expect(press('K', 'KeyK', { ctrlKey: true })).toBe('mod+k');
});

test('Shift counts where it does not make another sign', () => {
  expect(press('Enter', 'Enter', { shiftKey: true })).toBe('shift+Enter');
  expect(press('Z', 'KeyZ', { ctrlKey: true, shiftKey: true })).toBe('mod+shift+z');
});

test('with Alt the place of the key counts: Apple’s keyboards give other characters there', () => {
  expect(press('¡', 'Digit1', { altKey: true })).toBe('alt+1');
  expect(press('®', 'KeyR', { altKey: true })).toBe('alt+r');
});
