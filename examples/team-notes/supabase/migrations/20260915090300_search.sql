-- Full-text search over titles and bodies. The "simple" configuration treats all languages alike.

alter table public.notes add column search tsvector generated always as (
  setweight(to_tsvector('simple', title), 'A') || setweight(to_tsvector('simple', body), 'B')
) stored;

create index notes_search_idx on public.notes using gin (search);

-- Notes that hold every word of a query, best first; each word may be the start of a longer one, so
-- that it works while somebody types. Hits in title and snippet stand between U+E000 and U+E001.
-- It runs as the caller: row level security decides what can be found.
create function public.search_notes(query text, max_results integer default 30)
returns table (
  id uuid,
  notebook_id uuid,
  title text,
  snippet text,
  updated_at timestamptz
)
language sql
stable
set search_path = ''
as $$
  with words as (
    -- 'spring' & 'pl'
    select nullif(plainto_tsquery('simple', left(query, 200))::text, '') as all_of
  ),
  wanted as (
    -- 'spring':* & 'pl':*
    select to_tsquery('simple', replace(all_of, ''' ', ''':* ') || ':*') as prefixes
    from words
    where all_of is not null
  ),
  found as (
    select notes.*, wanted.prefixes
    from public.notes
    join wanted on notes.search @@ wanted.prefixes
    order by ts_rank(notes.search, wanted.prefixes) desc, notes.updated_at desc
    limit least(greatest(max_results, 1), 50)
  ),
  marks as (
    select format('StartSel=%s, StopSel=%s', chr(57344), chr(57345)) as pair
  )
  select
    found.id,
    found.notebook_id,
    ts_headline('simple', found.title, prefixes, pair || ', HighlightAll=true'),
    ts_headline('simple', found.body, prefixes, pair || ', MaxWords=28, MinWords=14'),
    found.updated_at
  from found, marks
  order by ts_rank(found.search, prefixes) desc, found.updated_at desc;
$$;

revoke execute on function public.search_notes from public, anon;
grant execute on function public.search_notes to authenticated;
