import { createTestDatabase, type TestDatabase } from '@plinth/testkit';
import type { SupabaseClient } from '@supabase/supabase-js';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type DataServer, startDataServer } from '../../test/adapters/data-server.ts';

let database: TestDatabase;
let server: DataServer;
let client: SupabaseClient;

beforeAll(async () => {
  database = await createTestDatabase();
  await database.run(`
    create table authors (id int primary key, name text not null, tags text[], profile jsonb);
    create table books (
      id int primary key, title text not null, author_id int references authors,
      price numeric, published date, search tsvector generated always as (to_tsvector('english', title)) stored
    );
    create table genres (id int primary key, name text);
    create table book_genres (book_id int references books, genre_id int references genres, primary key (book_id, genre_id));
    create table editions (book_id int primary key references books, pages int);
    create table staff (id int primary key, name text, boss_id int constraint staff_boss references staff);
    create view cheap_books as select id, title, author_id from books where price < 10;
    create function full_title(books) returns text language sql stable as $$ select $1.title || '!' $$;
    create function same_author(books) returns setof books language sql stable rows 10
      as $$ select * from books where author_id = $1.author_id and id <> $1.id $$;
    insert into authors values
      (1, 'Ada', '{math,code}', '{"city": "London", "pets": ["cat"]}'), (2, 'Bob', '{}', null), (3, 'Cyd', null, null);
    insert into books (id, title, author_id, price, published) values
      (1, 'Engines of thought', 1, 9.5, '2001-01-01'), (2, 'Notes on engines', 1, 20, '2002-02-02'),
      (3, 'Cats', 2, 5, null), (4, 'Orphan', null, null, null);
    insert into genres values (1, 'Science'), (2, 'Humour');
    insert into book_genres values (1, 1), (2, 1), (3, 2);
    insert into editions values (1, 100);
    insert into staff values (1, 'Chief', null), (2, 'Worker', 1), (3, 'Helper', 1);
  `);
  server = await startDataServer(database);
  client = server.client();
});

afterAll(async () => {
  await server.close();
  await database.close();
});

/** The ids of the books that filters leave. */
async function ids(
  query: PromiseLike<{ data: { id: number }[] | null; error: unknown }>,
): Promise<number[]> {
  const { data, error } = await query;
  expect(error).toBeNull();
  return (data ?? []).map(({ id }) => id);
}

describe('filters', () => {
  const books = () => client.from('books').select('id').order('id');

  test('compare, and leave out what is null', async () => {
    expect(await ids(books().gt('price', 9))).toEqual([1, 2]);
    expect(await ids(books().neq('author_id', 1))).toEqual([3]);
    expect(await ids(books().in('title', ['Cats', 'a, "quoted" (one)']))).toEqual([3]);
    expect(await ids(books().in('id', []))).toEqual([]);
    expect(await ids(books().is('author_id', null))).toEqual([4]);
    expect(await ids(books().not('price', 'is', null).lte('price', 9.5))).toEqual([1, 3]);
  });

  test('match patterns and text', async () => {
    expect(await ids(books().ilike('title', '%ENGINES%'))).toEqual([1, 2]);
    expect(await ids(books().likeAnyOf('title', ['Ca%', 'Or%']))).toEqual([3, 4]);
    expect(await ids(books().filter('title', 'imatch', '^c'))).toEqual([3]);
    expect(
      await ids(books().textSearch('search', 'engine & thought', { config: 'english' })),
    ).toEqual([1]);
    expect(
      await ids(books().textSearch('title', 'engine', { type: 'plain', config: 'english' })),
    ).toEqual([1, 2]);
  });

  test('combine, nested and negated', async () => {
    expect(await ids(books().or('id.eq.3,and(author_id.eq.1,price.gt.10)'))).toEqual([2, 3]);
    expect(await ids(books().or('not.and(id.lt.4,price.not.is.null),title.eq."Cats"'))).toEqual([
      3, 4,
    ]);
  });

  test('look into arrays and JSON', async () => {
    const authors = () => client.from('authors').select('id').order('id');
    expect(await ids(authors().contains('tags', ['math']))).toEqual([1]);
    expect(await ids(authors().overlaps('tags', ['code', 'art']))).toEqual([1]);
    expect(await ids(authors().eq('profile->>city', 'London'))).toEqual([1]);
    expect(await ids(authors().eq('profile->pets->>0', 'cat'))).toEqual([1]);
  });

  test('take hundreds of values', async () => {
    const many = Array.from({ length: 4_000 }, (_, index) => index);
    expect(await ids(books().in('id', many))).toEqual([1, 2, 3, 4]);
  });
});

describe('embeds', () => {
  test('to one, to many and many to many, nested', async () => {
    const { data } = await client
      .from('authors')
      .select('name, books(title, edition:editions(pages), genres(name))')
      .eq('id', 1)
      .order('id', { referencedTable: 'books' })
      .single();
    expect(data).toEqual({
      name: 'Ada',
      books: [
        { title: 'Engines of thought', edition: { pages: 100 }, genres: [{ name: 'Science' }] },
        { title: 'Notes on engines', edition: null, genres: [{ name: 'Science' }] },
      ],
    });
  });

  test('without a row are null or empty', async () => {
    const { data } = await client.from('books').select('id, authors(id), genres(id)').eq('id', 4);
    expect(data).toEqual([{ id: 4, authors: null, genres: [] }]);
  });

  test('decide about rows: inner joins, and filters on their presence', async () => {
    const inner = client.from('books').select('id, authors!inner(name)').eq('authors.name', 'Bob');
    expect(await ids(inner)).toEqual([3]);
    const absent = client.from('books').select('id, authors()').is('authors', null);
    expect(await ids(absent)).toEqual([4]);
    const either = client
      .from('books')
      .select('id, authors(), editions()')
      .or('authors.is.null,editions.not.is.null')
      .order('id');
    expect(await ids(either)).toEqual([1, 4]);
  });

  test('are chosen by a hint where several could be meant', async () => {
    const boss = await client.from('staff').select('name, boss:boss_id(name)').eq('id', 2).single();
    expect(boss.data).toEqual({ name: 'Worker', boss: { name: 'Chief' } });
    const team = await client.from('staff').select('team:staff!boss_id(id)').eq('id', 1).single();
    expect(team.data).toEqual({ team: [{ id: 2 }, { id: 3 }] });
  });

  test('of a view go by the keys of the table behind it', async () => {
    const { data } = await client.from('cheap_books').select('title, authors(name)').order('id');
    expect(data).toEqual([
      { title: 'Engines of thought', authors: { name: 'Ada' } },
      { title: 'Cats', authors: { name: 'Bob' } },
    ]);
  });

  test('spread into the row above', async () => {
    const { data } = await client.from('books').select('id, ...authors(author:name)').eq('id', 1);
    expect(data).toEqual([{ id: 1, author: 'Ada' }]);
    const arrays = await client.from('authors').select('...books(titles:title)').eq('id', 1);
    expect(arrays.data).toEqual([{ titles: ['Engines of thought', 'Notes on engines'] }]);
  });

  test('computed fields and relationships are selected like others', async () => {
    const { data } = await client.from('books').select('full_title, same_author(id)').eq('id', 1);
    expect(data).toEqual([{ full_title: 'Engines of thought!', same_author: [{ id: 2 }] }]);
  });

  test('that do not exist say what might be meant', async () => {
    const { error } = await client.from('books').select('author(name)');
    expect(error).toMatchObject({
      code: 'PGRST200',
      hint: "Perhaps you meant 'authors' instead of 'author'.",
    });
  });

  test('related columns order the rows', async () => {
    const related = client
      .from('books')
      .select('id, authors(name)')
      .order('authors(name)', { ascending: false });
    expect(await ids(related.order('id').not('author_id', 'is', null))).toEqual([3, 1, 2]);
  });
});

describe('pages', () => {
  test('a range with an exact count is a partial answer', async () => {
    const answer = await client
      .from('books')
      .select('id', { count: 'exact' })
      .order('id')
      .range(1, 2);
    expect(answer).toMatchObject({ data: [{ id: 2 }, { id: 3 }], count: 4, status: 206 });
  });

  test('only the count', async () => {
    const answer = await client
      .from('books')
      .select('*', { count: 'exact', head: true })
      .gt('id', 1);
    expect(answer).toMatchObject({ data: null, count: 3 });
    const planned = await client.from('books').select('*', { count: 'planned', head: true });
    expect(planned.count).toBeGreaterThanOrEqual(0);
  });

  test('behind the last row there is nothing', async () => {
    const { error } = await client.from('books').select('id', { count: 'exact' }).range(50, 60);
    expect(error).toMatchObject({ code: 'PGRST103' });
  });

  test('the maximum of rows holds at each level', async () => {
    const limited = await startDataServer(database, { maxRows: 1 });
    const { data } = await limited
      .client()
      .from('authors')
      .select('id, books(id)')
      .order('id')
      .limit(5);
    expect(data).toEqual([{ id: 1, books: [{ id: 1 }] }]);
    await limited.close();
  });
});

describe('single rows', () => {
  test('one row is an object, none or several are PGRST116', async () => {
    const none = await client.from('books').select('id').eq('id', 99).single();
    expect(none.error).toMatchObject({ code: 'PGRST116', details: 'The result contains 0 rows' });
    const several = await client.from('books').select('id').single();
    expect(several.error).toMatchObject({ code: 'PGRST116' });
    const maybe = await client.from('books').select('id').eq('id', 99).maybeSingle();
    expect(maybe).toMatchObject({ data: null, error: null });
  });
});

describe('the answer', () => {
  test("is Postgres' own JSON, digit by digit", async () => {
    const answer = await server.fetch('/books?select=id,price,published,authors(id,name)&id=eq.1');
    expect(await answer.text()).toBe(
      '[{"id":1,"price":9.5,"published":"2001-01-01","authors":{"id": 1, "name": "Ada"}}]',
    );
    expect(answer.headers.get('content-range')).toBe('0-0/*');
    expect(answer.headers.get('content-location')).toBe(
      '/books?id=eq.1&select=id%2Cprice%2Cpublished%2Cauthors%28id%2Cname%29',
    );
    expect(answer.headers.get('vary')).toBe('Accept, Prefer, Range');
  });

  test('can be CSV, without nulls, or a plan where that is allowed', async () => {
    const { data } = await client.from('books').select('id,title').eq('id', 3).csv();
    expect(data).toBe('id,title\n3,Cats');
    const stripped = await client.from('books').select('id,price').eq('id', 4).stripNulls();
    expect(stripped.data).toEqual([{ id: 4 }]);
    const plan = await client.from('books').select().explain();
    expect(plan.error).toMatchObject({ code: 'PGRST107' });
  });

  test('aggregates are refused unless they are switched on', async () => {
    const { error } = await client.from('books').select('price.sum()');
    expect(error).toMatchObject({ code: 'PGRST123' });
    const generous = await startDataServer(database, { aggregates: true });
    const { data } = await generous
      .client()
      .from('books')
      .select('author_id, price.sum()')
      .eq('author_id', 1);
    expect(data).toEqual([{ author_id: 1, sum: 29.5 }]);
    // An alias that is also a column means what was selected under it.
    const renamed = await generous
      .client()
      .from('books')
      .select('title:author_id, author_id:authors(name), count()')
      .eq('author_id', 1);
    expect(renamed.data).toEqual([{ title: 1, author_id: { name: 'Ada' }, count: 2 }]);
    await generous.close();
  });
});
