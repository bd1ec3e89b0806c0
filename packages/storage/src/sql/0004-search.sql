-- Lists of objects, folder by folder. All run with the caller's rights: policies decide what is seen.
set local role supabase_storage_admin;

-- The folder of p_key below p_prefix, with the delimiter; null where the key lies directly below the prefix.
create function storage.get_common_prefix(p_key text, p_prefix text, p_delimiter text) returns text
  language sql immutable
as $$
  select left(p_key, length(p_prefix) + found.place + length(p_delimiter) - 1)
  from (select position(p_delimiter in substr(p_key, length(p_prefix) + 1)) as place) as found
  where p_delimiter <> '' and found.place > 0
$$;

/*
 * Objects and folders directly below a prefix in byte order: objects whole, of a folder its name with the
 * delimiter and no id. What lies in a folder is jumped over, so the cost is that of the rows passed, not of the tree.
 * fold compares lower-cased names. start_after is the last name given before.
 */
create function storage.list_level(
  bucket text, prefix text, delimiter text, start_after text, max_keys integer, skip integer, descending boolean,
  fold boolean
) returns table (
  name text, id uuid, updated_at timestamptz, created_at timestamptz, last_accessed_at timestamptz, metadata jsonb
)
  language plpgsql stable
as $$
declare
  -- Sorts behind every key that starts like this one; keys themselves hold neither of the two.
  behind constant text := chr(1114111);
  next_up constant text := chr(1);
  top constant text := case when fold then lower(coalesce(prefix, '')) else coalesce(prefix, '') end;
  query constant text := format(
    'select o.name, %1$s as place, o.id, o.updated_at, o.created_at, o.last_accessed_at, o.metadata
     from storage.objects as o where o.bucket_id = $1 and %1$s collate "C" %2$s $2 order by %1$s collate "C" %3$s',
    case when fold then 'lower(o.name)' else 'o.name' end,
    case when descending then '<' else '>=' end,
    case when descending then 'desc' else 'asc' end
  );
  after constant text := case when fold then lower(start_after) else start_after end;
  bound text;
  folder text;
  given integer := 0;
  passed integer := 0;
  jump boolean := true;
  item record;
begin
  if descending then
    bound := case
      when coalesce(after, '') = '' then top || behind
      else least(after collate "C", (top || behind) collate "C")
    end;
  elsif coalesce(after, '') = '' then
    bound := top;
  else
    folder := storage.get_common_prefix(after, top, delimiter);
    bound := greatest(
      (after || case when starts_with(after, top) and folder = after then behind else next_up end) collate "C",
      top collate "C"
    );
  end if;
  while jump and given < max_keys loop
    jump := false;
    for item in execute query using bucket, bound loop
      exit when not starts_with(item.place, top);
      folder := storage.get_common_prefix(item.place, top, delimiter);
      if folder is not null then
        bound := case when descending then folder else folder || behind end;
        jump := true;
      end if;
      if passed < skip then
        passed := passed + 1;
      else
        -- Of a folder the name is spelled as its first object spells it.
        name := case when folder is null then item.name else left(item.name, length(folder)) end;
        id := case when folder is null then item.id end;
        updated_at := case when folder is null then item.updated_at end;
        created_at := case when folder is null then item.created_at end;
        last_accessed_at := case when folder is null then item.last_accessed_at end;
        metadata := case when folder is null then item.metadata end;
        return next;
        given := given + 1;
      end if;
      exit when jump or given >= max_keys;
    end loop;
  end loop;
end
$$;

create function storage.list_objects_with_delimiter(
  _bucket_id text, prefix_param text, delimiter_param text, max_keys integer default 100,
  start_after text default '', next_token text default '', sort_order text default 'asc'
) returns table (
  name text, id uuid, metadata jsonb, updated_at timestamptz, created_at timestamptz, last_accessed_at timestamptz
)
  language sql stable
as $$
  select e.name, e.id, e.metadata, e.updated_at, e.created_at, e.last_accessed_at
  from storage.list_level(
    _bucket_id, prefix_param, delimiter_param,
    greatest(coalesce(start_after, '') collate "C", coalesce(next_token, '') collate "C"),
    coalesce(max_keys, 100), 0, lower(coalesce(sort_order, 'asc')) = 'desc', false
  ) as e
$$;

-- By time instead of by name: every object below the prefix has to be looked at.
create function storage.search_by_timestamp(
  p_prefix text, p_bucket_id text, p_limit integer, p_level integer, p_start_after text, p_sort_order text,
  p_sort_column text, p_sort_column_after text
) returns table (
  key text, name text, id uuid, updated_at timestamptz, created_at timestamptz, last_accessed_at timestamptz,
  metadata jsonb
)
  language plpgsql stable
as $$
declare
  descending constant boolean := lower(coalesce(p_sort_order, 'asc')) = 'desc';
begin
  return query execute format(
    $query$
      with below as (
        select o.*, storage.get_common_prefix(o.name, $1, '/') as folder
        from storage.objects as o
        where o.bucket_id = $2 and starts_with(o.name, $1)
      ),
      entries as (
        select b.folder as name, null::uuid as id, min(b.created_at) as updated_at, min(b.created_at) as created_at,
          null::timestamptz as last_accessed_at, null::jsonb as metadata
        from below as b where b.folder is not null group by b.folder
        union all
        select b.name, b.id, b.updated_at, b.created_at, b.last_accessed_at, b.metadata
        from below as b where b.folder is null
      )
      select split_part(e.name, '/', $3), e.name, e.id, e.updated_at, e.created_at, e.last_accessed_at, e.metadata
      from entries as e
      where $5 = '' or row(date_trunc('milliseconds', e.%1$I), e.name collate "C") %2$s
        row(coalesce(nullif($6, '')::timestamptz, 'epoch'), $5 collate "C")
      order by date_trunc('milliseconds', e.%1$I) %3$s, e.name collate "C" %3$s
      limit $4
    $query$,
    case when p_sort_column = 'updated_at' then 'updated_at' else 'created_at' end,
    case when descending then '<' else '>' end,
    case when descending then 'desc' else 'asc' end
  ) using coalesce(p_prefix, ''), p_bucket_id, p_level, p_limit, coalesce(p_start_after, ''), p_sort_column_after;
end
$$;

create function storage.search_v2(
  prefix text, bucket_name text, limits integer default 100, levels integer default 1, start_after text default '',
  sort_order text default 'asc', sort_column text default 'name', sort_column_after text default ''
) returns table (
  key text, name text, id uuid, updated_at timestamptz, created_at timestamptz, last_accessed_at timestamptz,
  metadata jsonb
)
  language plpgsql stable
as $$
begin
  if lower(sort_column) in ('created_at', 'updated_at') then
    return query select * from storage.search_by_timestamp(
      prefix, bucket_name, least(coalesce(limits, 100), 1500), levels, start_after, sort_order, lower(sort_column),
      sort_column_after
    );
  else
    return query
      select split_part(e.name, '/', levels), e.name, e.id, e.updated_at, e.created_at, e.last_accessed_at, e.metadata
      from storage.list_level(
        bucket_name, prefix, '/', start_after, least(coalesce(limits, 100), 1500), 0,
        lower(coalesce(sort_order, 'asc')) = 'desc', false
      ) as e;
  end if;
end
$$;

-- Names are relative to the prefix, compared without case; folders come without their slash.
create function storage.search(
  prefix text, bucketname text, limits integer default 100, levels integer default 1, offsets integer default 0,
  search text default '', sortcolumn text default 'name', sortorder text default 'asc'
) returns table (
  name text, id uuid, updated_at timestamptz, created_at timestamptz, last_accessed_at timestamptz, metadata jsonb
)
  language plpgsql stable
as $$
declare
  most constant integer := least(coalesce(limits, 100), 1500);
  top constant text := coalesce(prefix, '') || coalesce(search.search, '');
  descending constant boolean := lower(coalesce(sortorder, 'asc')) <> 'asc';
begin
  if lower(sortcolumn) in ('updated_at', 'created_at', 'last_accessed_at') then
    return query execute format(
      $query$
        with below as (
          select o.*, storage.get_common_prefix(o.name, $1, '/') as folder
          from storage.objects as o
          where o.bucket_id = $2 and starts_with(lower(o.name), lower($1))
        ),
        entries as (
          select distinct on (b.folder collate "C") 0 as kind, rtrim(b.folder, '/') as name, null::uuid as id,
            null::timestamptz as updated_at, null::timestamptz as created_at, null::timestamptz as last_accessed_at,
            null::jsonb as metadata
          from below as b where b.folder is not null
          union all
          select 1, b.name, b.id, b.updated_at, b.created_at, b.last_accessed_at, b.metadata
          from below as b where b.folder is null
        )
        select substr(e.name, $3), e.id, e.updated_at, e.created_at, e.last_accessed_at, e.metadata
        from entries as e
        order by e.kind, e.%1$I %2$s, e.name collate "C" %2$s
        limit $4 offset $5
      $query$,
      lower(sortcolumn),
      case when descending then 'desc' else 'asc' end
    ) using top, bucketname, length(coalesce(prefix, '')) + 1, most, coalesce(offsets, 0);
  else
    return query
      select substr(case when e.id is null then left(e.name, -1) else e.name end, length(coalesce(prefix, '')) + 1),
        e.id, e.updated_at, e.created_at, e.last_accessed_at, e.metadata
      from storage.list_level(bucketname, top, '/', '', most, coalesce(offsets, 0), descending, true) as e;
  end if;
end
$$;

create function storage.list_multipart_uploads_with_delimiter(
  bucket_id text, prefix_param text, delimiter_param text, max_keys integer default 100,
  next_key_token text default '', next_upload_token text default ''
) returns table (key text, id text, created_at timestamptz)
  language sql stable
as $$
  select distinct on (found.key collate "C") found.key, found.id, found.created_at
  from (
    select coalesce(storage.get_common_prefix(u.key, coalesce(prefix_param, ''), delimiter_param), u.key) as key,
      u.id, u.created_at
    from storage.s3_multipart_uploads as u
    where u.bucket_id = list_multipart_uploads_with_delimiter.bucket_id
      and starts_with(u.key, coalesce(prefix_param, ''))
      and (coalesce(next_upload_token, '') = '' or u.id collate "C" > next_upload_token)
  ) as found
  where coalesce(next_key_token, '') = '' or coalesce(next_upload_token, '') <> ''
    or found.key collate "C" > next_key_token
  order by found.key collate "C", found.created_at
  limit max_keys
$$;

reset role;
