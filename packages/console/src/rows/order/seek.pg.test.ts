import type { TableShape } from '@plinth/schema';
import { listTables, tableShape } from '@plinth/schema';
import { createTestDatabase, type TestDatabase } from '@plinth/testkit';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { RowSort, RowsQuery } from '../../api/rows.ts';
import { defaultLimits } from '../../limits.ts';
import { queryWindow } from '../query-window.ts';
import { RowAccess } from '../row-access.ts';

let database: TestDatabase;
let shape: TableShape;
let withoutKey: TableShape;
let partitioned: TableShape;

beforeAll(async () => {
  database = await createTestDatabase();
  // Few distinct values and many nulls: every comparison meets ties.
  await database.run(`
    create table tied (
      a int, b text collate "C", c numeric not null, "k 2" int not null, k1 text not null,
      primary key ("k 2", k1)
    );
    insert into tied
      select nullif(n % 4, 0), nullif(chr(97 + (n / 3) % 3), 'b'), (n / 5) % 3, n % 7, n::text
      from generate_series(1, 60) n;
    create table loose as select a, b, c from tied;
    create table parts (a int, c int) partition by range (c);
    create table parts_0 partition of parts for values from (0) to (1);
    create table parts_1 partition of parts for values from (1) to (9);
    insert into parts select a, c from tied;
    create index on tied (a);
  `);
  const tables = await listTables(database.as('postgres'), 'public');
  const find = async (name: string): Promise<TableShape> => {
    const id = tables.find((table) => table.name === name)?.id ?? 0;
    const found = await tableShape(database.as('postgres'), id);
    if (found === undefined) throw new Error(name);
    return found;
  };
  shape = await find('tied');
  withoutKey = await find('loose');
  partitioned = await find('parts');
});

afterAll(() => database.close());

const access = () =>
  new RowAccess({
    project: { owner: database.as('postgres'), api: database.as('authenticator') },
    role: 'owner',
  });

const read = (table: TableShape, query: Partial<RowsQuery>) =>
  queryWindow(
    {
      access: access(),
      shape: table,
      limits: defaultLimits,
      now: () => 0,
      signal: new AbortController().signal,
    },
    { filters: [], sort: [], offset: 0, limit: 500, ...query },
  );

const sorts = (columns: readonly string[]): fc.Arbitrary<RowSort[]> =>
  fc.uniqueArray(fc.record({ column: fc.constantFrom(...columns), descending: fc.boolean() }), {
    selector: ({ column }) => column,
    maxLength: 4,
  });

test('behind any row of any order comes the rest of that order', async () => {
  await fc.assert(
    fc.asyncProperty(
      sorts(['a', 'b', 'c', 'k1', 'k 2']),
      fc.nat(59),
      fc.nat(20),
      fc.integer({ min: 1, max: 20 }),
      async (sort, at, offset, limit) => {
        const all = await read(shape, { sort });
        const after = all.anchors[at];
        const page = await read(shape, {
          sort,
          ...(after !== undefined && { after }),
          offset,
          limit,
        });
        const start = at + 1 + offset;
        expect(page.rows).toEqual(all.rows.slice(start, start + limit));
        expect(page.anchors).toEqual(all.anchors.slice(start, start + limit));
      },
    ),
    { numRuns: 150 },
  );
}, 60_000);

test.each(['loose', 'parts'])(
  'rows without a primary key have an order too: %s',
  async (name) => {
    const table = name === 'loose' ? withoutKey : partitioned;
    await fc.assert(
      fc.asyncProperty(sorts(['a', 'c']), fc.nat(59), fc.nat(9), async (sort, at, offset) => {
        const all = await read(table, { sort });
        expect(new Set(all.keys?.map((key) => JSON.stringify(key))).size).toBe(60);
        const after = all.anchors[at];
        const page = await read(table, {
          sort,
          ...(after !== undefined && { after }),
          offset,
          limit: 7,
        });
        const start = at + 1 + offset;
        expect(page.keys).toEqual(all.keys?.slice(start, start + 7));
      }),
      { numRuns: 60 },
    );
  },
  60_000,
);

test('a far window shows the rows that a near one would', async () => {
  await database.run(
    'create table far (id int primary key, a int, t text); insert into far select n, nullif(n % 3, 0), n::text from generate_series(1, 5000) n; create table far_loose as table far',
  );
  const tables = await listTables(database.as('postgres'), 'public');
  for (const name of ['far', 'far_loose']) {
    const id = tables.find((table) => table.name === name)?.id ?? 0;
    const table = await tableShape(database.as('postgres'), id);
    if (table === undefined) throw new Error(name);
    for (const descending of [true, false]) {
      const sort = [{ column: 'a', descending }];
      const near = await read(table, { sort, offset: 990, limit: 50 });
      const far = await read(table, { sort, offset: 1_010, limit: 30 });
      expect(far.rows).toEqual(near.rows.slice(20));
      expect(far.anchors).toEqual(near.anchors.slice(20));
      const after = near.anchors[5] ?? [];
      const behind = await read(table, { sort, after, offset: 2_000, limit: 10 });
      const direct = await read(table, { sort, offset: 990 + 6 + 2_000, limit: 10 });
      expect(behind.rows).toEqual(direct.rows);
    }
  }
});
