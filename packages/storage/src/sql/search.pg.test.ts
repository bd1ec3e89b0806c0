import { sql } from '@plinth/postgres';
import { createTestDatabase, type TestDatabase } from '@plinth/testkit';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
  await database.query(sql`insert into storage.buckets (id, name) values ('b', 'b')`);
});
afterAll(() => database.close());

async function fill(names: readonly string[]): Promise<void> {
  await database
    .as()
    .script(`set storage.allow_delete_query = 'true'; delete from storage.objects`);
  await database.query(
    sql`insert into storage.objects (bucket_id, name) select 'b', unnest(${[...names]}::text[])`,
  );
}

/** What one level of a bucket holds, worked out in the open. */
function level(names: readonly string[], prefix: string, descending: boolean): string[] {
  const entries = names
    .filter((name) => name.startsWith(prefix))
    .map((name) => {
      const slash = name.indexOf('/', prefix.length);
      return slash < 0 ? name : name.slice(0, slash + 1);
    });
  const bytes = (text: string): Buffer => Buffer.from(text);
  const sorted = [...new Set(entries)].sort((a, b) => bytes(a).compare(bytes(b)));
  return descending ? sorted.reverse() : sorted;
}

const segment = fc.stringMatching(/^[ab!0é]{1,3}$/u);
const name = fc.array(segment, { minLength: 1, maxLength: 3 }).map((parts) => parts.join('/'));

test('pages of search_v2 put together are the level, in either direction', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(name, { maxLength: 12 }),
      fc.oneof(
        fc.constant(''),
        segment.map((text) => `${text}/`),
        segment,
      ),
      fc.integer({ min: 1, max: 3 }),
      fc.boolean(),
      async (names, prefix, page, descending) => {
        await fill(names);
        const seen: string[] = [];
        for (let after = ''; ; ) {
          const rows = await database.query<{ name: string }>(sql`
            select name from storage.search_v2(${prefix}, 'b', ${page}, 1, ${after},
              ${descending ? 'desc' : 'asc'})`);
          seen.push(...rows.map((row) => row.name));
          if (rows.length < page) break;
          after = seen.at(-1) ?? '';
        }
        expect(seen).toEqual(level(names, prefix, descending));
      },
    ),
    { numRuns: 60 },
  );
});

test('search gives names below the prefix, whatever their case, folders without slash', async () => {
  await fill(['Docs/One.txt', 'docs/two.txt', 'docs/Deep/x', 'other']);
  const rows = await database.query<{ name: string; id: string | null }>(
    sql`select name, id from storage.search('docs/', 'b')`,
  );
  expect(rows.map((row) => [row.name, row.id === null])).toEqual([
    ['Deep', true],
    ['One.txt', false],
    ['two.txt', false],
  ]);
  const page = await database.query<{ name: string }>(
    sql`select name from storage.search('docs/', 'b', 1, 1, 1, 'O', 'name', 'asc')`,
  );
  expect(page).toEqual([]);
});

test('sorted by time, folders come by name first', async () => {
  await fill(['z', 'a', 'm/x']);
  await database.query(sql`update storage.objects set created_at = '2020-01-01' where name = 'z'`);
  const rows = await database.query<{ name: string }>(
    sql`select name from storage.search('', 'b', 10, 1, 0, '', 'created_at', 'asc')`,
  );
  expect(rows.map((row) => row.name)).toEqual(['m', 'z', 'a']);
});

test('policy functions see the parts of a name', async () => {
  const [row] = await database.query(sql`
    select storage.foldername('a/b/c.tar.gz') as folders, storage.filename('a/b/c.tar.gz') as file,
      storage.extension('a/b/c.tar.gz') as extension, storage.allow_only_operation('object.list') as none`);
  expect(row).toEqual({ folders: ['a', 'b'], file: 'c.tar.gz', extension: 'gz', none: false });
});

test('bytes are retired by whoever removes or replaces their row', async () => {
  await fill(['keep', 'gone']);
  await database.query(sql`update storage.objects set version = name`);
  await database.query(sql`update storage.objects set version = 'new' where name = 'keep'`);
  await expect(database.run(`delete from storage.objects`)).rejects.toThrow('Direct deletion');
  await database.run(`
    begin; set local storage.allow_delete_query = 'true';
    delete from storage.objects where name = 'gone'; commit`);
  const rows = await database.query<{ version: string }>(
    sql`select version from storage.retired_blobs order by version`,
  );
  expect(rows.map((row) => row.version)).toEqual(['gone', 'keep']);
});
