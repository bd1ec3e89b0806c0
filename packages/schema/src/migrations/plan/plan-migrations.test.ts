import fc from 'fast-check';
import { expect, test } from 'vitest';
import { planMigrations, type RecordedMigration } from './plan-migrations.ts';

const recordedBy = (names: readonly string[], history: readonly RecordedMigration[] = []) => [
  ...history,
  ...planMigrations(names, history).pending.map(({ recordAs, name }) => ({
    version: recordAs,
    name,
  })),
];

test('files are applied in the order of their names, under their version', () => {
  const { pending, warnings } = planMigrations(
    ['20240102000000_b.sql', '20240101000000-0f3c-11.sql', 'notes.md'],
    [],
  );
  expect(pending).toEqual([
    {
      fileName: '20240101000000-0f3c-11.sql',
      version: '20240101000000',
      name: '0f3c-11',
      recordAs: '20240101000000',
    },
    {
      fileName: '20240102000000_b.sql',
      version: '20240102000000',
      name: 'b',
      recordAs: '20240102000000',
    },
  ]);
  expect(warnings).toEqual([]);
});

test('a renamed file stays applied, whatever its name', () => {
  const history = [{ version: '20240101000000', name: 'old' }];
  expect(planMigrations(['20240101000000_new.sql'], history)).toEqual({
    pending: [],
    warnings: [],
  });
});

test('files that share a version are all applied, once', () => {
  const names = ['20260426_001_a.sql', '20260426_002_b.sql', '20260426_003_c.sql'];
  const { pending, warnings } = planMigrations(names, []);
  expect(pending.map(({ recordAs }) => recordAs)).toEqual([
    '20260426',
    '20260426_002_b',
    '20260426_003_c',
  ]);
  expect(warnings.map(({ code }) => code)).toEqual(['duplicate_version']);
  expect(planMigrations(names, recordedBy(names)).pending).toEqual([]);
});

test('a second file of a version that came later is applied too', () => {
  const history = recordedBy(['20260426_002_b.sql']);
  const { pending } = planMigrations(['20260426_001_a.sql', '20260426_002_b.sql'], history);
  expect(pending).toMatchObject([{ fileName: '20260426_001_a.sql', recordAs: '20260426_001_a' }]);
});

test('what is out of order, misnamed or missing is told', () => {
  const { pending, warnings } = planMigrations(
    ['20200101000000_init.sql', '20240101000000_late.sql', 'fix.sql'],
    [
      { version: '20240301000000', name: 'known' },
      { version: '20240201000000', name: null },
    ],
  );
  expect(pending.map(({ fileName }) => fileName)).toEqual(['20240101000000_late.sql']);
  expect(warnings.map(({ code }) => code)).toEqual([
    'legacy_initial',
    'not_a_migration',
    'out_of_order',
    'file_missing',
  ]);
  expect(warnings[3]?.message).toContain('20240301000000, 20240201000000');
});

const fileName = fc
  .tuple(
    fc.constantFrom('1', '20260426', '20260427', '20260426000000'),
    fc.constantFrom('_a', '_b', '_001_a', '-002', '-9f1c', '_'),
  )
  .map((parts) => `${parts.join('')}.sql`);

test('every file is applied exactly once, however the folder grows', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(fileName, { maxLength: 12 }),
      fc.array(fc.nat(), { maxLength: 4 }),
      (names, cuts) => {
        let history: RecordedMigration[] = [];
        const applied: string[] = [];
        for (const cut of [
          ...cuts.map((at) => at % (names.length + 1)).sort((a, b) => a - b),
          names.length,
        ]) {
          const known = names.slice(0, cut);
          applied.push(...planMigrations(known, history).pending.map((file) => file.fileName));
          history = recordedBy(known, history);
          expect(planMigrations(known, history).pending).toEqual([]);
        }
        expect([...applied].sort()).toEqual([...names].sort());
        expect(new Set(history.map(({ version }) => version)).size).toBe(history.length);
      },
    ),
  );
});
