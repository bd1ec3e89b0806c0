import fc from 'fast-check';
import { expect, test } from 'vitest';
import { offsetOfPosition, placeOf } from './position.ts';
import { splitStatements } from './split-statements.ts';

const texts = async (script: string): Promise<string[]> =>
  (await splitStatements(script)).statements.map(({ text }) => text);

test('functions, quotes, comments and dollar quotes keep their semicolons', async () => {
  const script = `
    -- one; not two
    create function f() returns int language sql begin atomic select 1; select 2; end;
    /* a; /* nested; */ b; */
    create function g() returns void language plpgsql as $body$
    begin
      perform ';'; -- it's fine;
    end;
    $body$;
    create rule r as on insert to a do also (select 1; select 2);
    select 'it''s; fine', E'it\\'s; fine', "odd;""name", $$;$$, $1;;
  `;
  expect((await texts(script)).map((text) => text.split(/[\s(]/).slice(0, 3).join(' '))).toEqual([
    'create function f',
    'create function g',
    'create rule r',
    "select 'it''s; fine',",
  ]);
});

test('statements know their place and the comments before them', async () => {
  const script = 'select 1 ;\n-- héllo 😀\nselect 2; -- the end\n';
  const { statements } = await splitStatements(script);
  expect(statements).toMatchObject([
    { text: 'select 1', start: 0, end: 8, from: 0, to: 10, kind: 'SelectStmt' },
    { text: 'select 2', start: 23, end: 31, from: 10, to: 32 },
  ]);
  expect(script.slice(statements[1]?.from, statements[1]?.end)).toBe('\n-- héllo 😀\nselect 2');
});

test('a script without statements gives none', async () => {
  for (const script of ['', ' \n', '-- nothing here\n', ';;', '/* a */;']) {
    expect(await splitStatements(script)).toMatchObject({ statements: [], problem: null });
  }
});

test('what is not SQL comes back whole, with the place of the mistake', async () => {
  const script = "select 'é😀';\nselec 2;\n";
  const { statements, problem } = await splitStatements(script);
  expect(statements.map(({ text }) => text)).toEqual([script]);
  expect(problem).toMatchObject({
    kind: 'syntax error',
    message: 'syntax error at or near "selec"',
  });
  expect(placeOf(script, problem?.offset ?? 0)).toEqual({ line: 2, column: 1 });
});

test('traits say how a statement can run', async () => {
  const { statements } = await splitStatements(`
    begin; vacuum; create index concurrently on t (a); analyze; select 1; select 1 into x;
    explain select 1; reindex table concurrently t; insert into t values (1)`);
  expect(statements.map((each) => each.transactionControl)).toEqual([
    true,
    false,
    false,
    false,
    false,
    false,
    false,
    false,
    false,
  ]);
  expect(statements.map((each) => each.standalone)).toEqual([
    false,
    true,
    true,
    false,
    false,
    false,
    false,
    true,
    false,
  ]);
  expect(statements.map((each) => each.query)).toEqual([
    false,
    false,
    false,
    false,
    true,
    false,
    true,
    false,
    false,
  ]);
});

test('statements about extensions are told apart', async () => {
  const { statements } = await splitStatements(`
    create extension if not exists "uuid-ossp" with schema extensions version '1.1' cascade;
    drop extension if exists a, b cascade;
    alter extension a update to '2';
    alter extension a set schema s;
    comment on extension a is 'text';
    alter extension a add table t;
    comment on table a is 'text'`);
  expect(statements.map(({ extension }) => extension)).toEqual([
    {
      action: 'create',
      name: 'uuid-ossp',
      schema: 'extensions',
      version: '1.1',
      cascade: true,
      ifNotExists: true,
    },
    { action: 'drop', names: ['a', 'b'], cascade: true, ifExists: true },
    { action: 'update', name: 'a', version: '2' },
    { action: 'set schema', name: 'a', schema: 's' },
    { action: 'comment', name: 'a', comment: 'text' },
    null,
    null,
  ]);
});

test('psql commands are named, the guards of pg_dump are overlooked', async () => {
  expect((await splitStatements('select 1;\n\\connect other\n')).problem).toMatchObject({
    kind: 'psql command',
    offset: 10,
  });
  expect((await splitStatements('select 1 \\gset')).problem).toMatchObject({
    kind: 'psql command',
  });
  expect(await texts('\\restrict aBc\nselect 1;\n\\unrestrict aBc\n')).toEqual(['select 1']);
  expect(await texts("select 'a\n\\restrict b\n'")).toEqual(["select 'a\n\\restrict b\n'"]);
});

test('COPY with data behind it is refused with the way out', async () => {
  const script = "select 1;\nCOPY public.notes (id, text) FROM stdin;\n1\tit's\n\\.\n";
  expect((await splitStatements(script)).problem).toMatchObject({ kind: 'copy data', offset: 10 });
  expect((await splitStatements('copy t to stdout')).problem).toBeNull();
});

test('a large script is cut piece by piece, wherever its functions lie', async () => {
  const inserts = Array.from({ length: 20_000 }, (_, id) => `insert into t values (${id}, 'é;')`);
  const atomic =
    'create function f() returns int language sql begin atomic select 1; select 2; end';
  const big = `insert into t values ${inserts.map((_, id) => `(${id}, 'a;')`).join(', ')}`;
  const all = [...inserts.slice(0, 15_000), atomic, big, ...inserts.slice(15_000)];
  const { statements, problem } = await splitStatements(`${all.join(';\n')};\n`);
  expect(problem).toBeNull();
  expect(statements.length).toBe(all.length);
  expect(statements[15_000]?.text).toBe(atomic);
  expect(statements.at(-1)?.text).toBe(all.at(-1));
});

const piece = fc.oneof(
  fc
    .string({ unit: 'binary' })
    .map((text) => text.replaceAll('\0', '').replaceAll("'", "''"))
    .map((text) => `select '${text}'`),
  fc
    .string()
    .map((text) => text.replaceAll('$', ''))
    .map((text) => `do $x$ ${text} $x$`),
  fc.string().map((text) => `select 1 as "${text.replaceAll('"', '""').replaceAll('\0', '')}x"`),
  fc.string().map((text) => `/* ${text.replaceAll('*', '').replaceAll('/', '')} */ select 2`),
  fc.string({ unit: 'grapheme' }).map((text) => `-- ${text.replaceAll(/[\n\r]/g, '')}\nselect 3`),
);

test('whatever literals, names and comments hold, the statements are found again', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(piece, { minLength: 1, maxLength: 8 }), async (pieces) => {
      const { statements, problem, text } = await splitStatements(`${pieces.join(';')};`);
      expect(problem).toBeNull();
      expect(statements.length).toBe(pieces.length);
      statements.forEach((statement, index) => {
        expect(pieces[index]?.endsWith(statement.text)).toBe(true);
        expect(text.slice(statement.start, statement.end)).toBe(statement.text);
      });
    }),
  );
});

test('positions of Postgres count characters, offsets count UTF-16 units', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), fc.nat(), (text, at) => {
      const characters = [...text];
      const position = (at % (characters.length + 1)) + 1;
      const offset = offsetOfPosition(text, position);
      expect(text.slice(0, offset)).toBe(characters.slice(0, position - 1).join(''));
    }),
  );
});
