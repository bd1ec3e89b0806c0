import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fixedFolder, globExpression } from './glob.ts';

test.each([
  ['supabase/seed.sql', 'supabase/seed.sql', true],
  ['supabase/seeds/*.sql', 'supabase/seeds/a.sql', true],
  ['supabase/seeds/*.sql', 'supabase/seeds/deep/a.sql', false],
  ['supabase/**/*.sql', 'supabase/a.sql', true],
  ['supabase/**/*.sql', 'supabase/x/y/a.sql', true],
  ['supabase/seeds/**', 'supabase/seeds/x/y', true],
  ['supabase/0?_*.sql', 'supabase/01_users.sql', true],
  ['supabase/[0-4]*.sql', 'supabase/5.sql', false],
  ['supabase/[!0-4]*.sql', 'supabase/5.sql', true],
  ['supabase/[a&|-]x.sql', 'supabase/-x.sql', true],
  ['supabase/[z-a]x.sql', 'supabase/-x.sql', true],
  ['supabase/a+b(1).sql', 'supabase/a+b(1).sql', true],
  ['supabase/a.sql', 'supabase/aXsql', false],
])('%s against %s is %s', (pattern, path, matches) => {
  expect(globExpression(pattern).test(path)).toBe(matches);
});

test('the fixed folder ends before the first pattern', () => {
  expect(fixedFolder('supabase/seeds/*.sql')).toBe('supabase/seeds');
  expect(fixedFolder('supabase/**/x/*.sql')).toBe('supabase');
  expect(fixedFolder('supabase/seed.sql')).toBe('supabase');
});

test('a path without special characters matches itself alone, any pattern is an expression', () => {
  const name = fc.string({ unit: 'grapheme', minLength: 1 }).filter((text) => !/[*?[/]/.test(text));
  fc.assert(
    fc.property(name, name, (one, other) => {
      expect(globExpression(one).test(one)).toBe(true);
      expect(globExpression(one).test(other)).toBe(one === other);
    }),
  );
  fc.assert(
    fc.property(
      fc.string({
        unit: fc.constantFrom('*', '?', '[', ']', '!', '-', '^', '\\', 'a', 'z', '/', '{', '&'),
      }),
      (pattern) => {
        expect(globExpression(pattern)).toBeInstanceOf(RegExp);
      },
    ),
  );
});
