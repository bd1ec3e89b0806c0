import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { findDangers, mayChangeSchema } from './dangers.ts';
import { statementsOf, tokenize } from './tokens.ts';

const kinds = (sql: string): readonly string[] =>
  findDangers(sql).map(({ kind, target }) => `${kind} ${target}`.trim());

describe('dangers', () => {
  test('drops and truncates', () => {
    expect(kinds('drop table notes')).toEqual(['drop table notes']);
    expect(kinds('DROP TABLE IF EXISTS public."My notes" CASCADE;')).toEqual([
      'drop table public.My notes',
    ]);
    expect(kinds('truncate table only notes')).toEqual(['truncate notes']);
    expect(kinds('alter table notes drop column body')).toEqual(['alter notes']);
    expect(kinds('alter table notes alter body drop not null')).toEqual([]);
  });

  test('deletes and updates without a condition', () => {
    expect(kinds('delete from notes')).toEqual(['delete notes']);
    expect(kinds('delete from notes where id = 1')).toEqual([]);
    expect(kinds('update public.notes set a = 1')).toEqual(['update public.notes']);
    expect(kinds('update notes set a = 1 where b')).toEqual([]);
  });

  test('a condition elsewhere is no condition', () => {
    expect(kinds('delete from notes using (select 1 from x where true) y')).toEqual([
      'delete notes',
    ]);
    expect(kinds('update notes set a = (select b from x where c)')).toEqual(['update notes']);
    expect(kinds('delete from notes -- where id = 1')).toEqual(['delete notes']);
    expect(kinds("delete from notes returning 'where'")).toEqual(['delete notes']);
  });

  test('inside a CTE and behind EXPLAIN ANALYZE', () => {
    expect(kinds('with gone as (delete from notes returning *) select * from gone')).toEqual([
      'delete notes',
    ]);
    expect(kinds('with x as (select 1) delete from notes')).toEqual(['delete notes']);
    expect(kinds('with x as (select 1) delete from notes where id = 1')).toEqual([]);
    expect(kinds('explain analyze delete from notes')).toEqual(['delete notes']);
  });

  test('the words alone are harmless', () => {
    expect(kinds('select * from notes for update')).toEqual([]);
    expect(
      kinds('create table a (b int references c on delete cascade on update cascade)'),
    ).toEqual([]);
    expect(kinds('insert into a values (1) on conflict (b) do update set b = 1')).toEqual([]);
    expect(kinds('create policy p on notes for delete using (true)')).toEqual([]);
    expect(kinds('create trigger t before update on notes execute function f()')).toEqual([]);
    expect(kinds('grant delete, update on notes to anon')).toEqual([]);
    expect(kinds("select 'drop table notes', $x$ delete from notes $x$ -- truncate notes")).toEqual(
      [],
    );
    expect(kinds('select "drop" from "delete" /* truncate /* deeper */ x */')).toEqual([]);
  });

  test('each statement of a script is looked at, with its place', () => {
    const sql = 'select 1;\ndelete from a;\ndelete from b where c;\ndrop view d';
    expect(findDangers(sql).map(({ from }) => sql.slice(from).split('\n')[0])).toEqual([
      'delete from a;',
      'drop view d',
    ]);
  });
});

describe('tokens', () => {
  test('nothing but space and comments is lost, whatever the text', () => {
    const piece = fc.constantFrom(
      "'",
      '"',
      '$$',
      '$a$',
      '--',
      '/*',
      '*/',
      ';',
      '\n',
      ' ',
      'select',
      'é',
      '\\',
      '1',
      '(',
    );
    fc.assert(
      fc.property(
        fc.array(piece).map((pieces) => pieces.join('')),
        (sql) => {
          let end = 0;
          for (const token of tokenize(sql)) {
            expect(token.from).toBeGreaterThanOrEqual(end);
            expect(token.to).toBeGreaterThan(token.from);
            end = token.to;
          }
          expect(end).toBeLessThanOrEqual(sql.length);
        },
      ),
    );
  });

  test('a semicolon inside a string or a body of a function divides nothing', () => {
    expect(statementsOf("select ';'; do $$ begin; end $$; select E'\\';'")).toHaveLength(3);
  });
});

test('what may have changed the schema', () => {
  expect(mayChangeSchema('create table a ()')).toBe(true);
  expect(mayChangeSchema('select 1; alter table a add b int')).toBe(true);
  expect(mayChangeSchema('select * from a')).toBe(false);
});
