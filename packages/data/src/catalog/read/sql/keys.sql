-- Primary and foreign keys of all schemas, since views may show tables of schemas that are not exposed:
-- {"foreign": [[constraint, [table oid, schema, name], [table oid, schema, name], [[column, number, referenced
-- column, number], …], one to one], …], "primary": [[table oid, [[column, number], …]], …]}.
with unique_key as (
  select conrelid,
    (select pg_catalog.array_agg(number order by number) from pg_catalog.unnest(conkey) as number) as numbers
  from pg_catalog.pg_constraint
  where contype in ('p', 'u')
),
foreign_key as (
  select key.conname, key.conrelid, key.confrelid, columns.pairs,
    exists (
      select from unique_key
      where unique_key.conrelid = key.conrelid and unique_key.numbers = columns.numbers
    ) as one_to_one
  from pg_catalog.pg_constraint as key
    cross join lateral (
      select
        pg_catalog.json_agg(
          pg_catalog.json_build_array(own.attname, own.attnum, referenced.attname, referenced.attnum)
          order by pair.position
        ) as pairs,
        pg_catalog.array_agg(own.attnum order by own.attnum) as numbers
      from rows from (pg_catalog.unnest(key.conkey), pg_catalog.unnest(key.confkey))
        with ordinality as pair (own, referenced, position)
        join pg_catalog.pg_attribute as own on own.attrelid = key.conrelid and own.attnum = pair.own
        join pg_catalog.pg_attribute as referenced
          on referenced.attrelid = key.confrelid and referenced.attnum = pair.referenced
    ) as columns
  -- A foreign key of a partition that it has from its parent is the parent's.
  where key.contype = 'f' and key.conparentid = 0
)
select pg_catalog.json_build_object(
  'foreign', (
    select coalesce(
      pg_catalog.json_agg(
        pg_catalog.json_build_array(
          foreign_key.conname,
          pg_catalog.json_build_array(own.oid::pg_catalog.int8, own_schema.nspname, own.relname),
          pg_catalog.json_build_array(other.oid::pg_catalog.int8, other_schema.nspname, other.relname),
          foreign_key.pairs,
          foreign_key.one_to_one
        )
      ),
      '[]'
    )
    from foreign_key
      join pg_catalog.pg_class as own on own.oid = foreign_key.conrelid
      join pg_catalog.pg_namespace as own_schema on own_schema.oid = own.relnamespace
      join pg_catalog.pg_class as other on other.oid = foreign_key.confrelid
      join pg_catalog.pg_namespace as other_schema on other_schema.oid = other.relnamespace
  ),
  'primary', (
    select coalesce(
      pg_catalog.json_agg(
        pg_catalog.json_build_array(
          key.conrelid::pg_catalog.int8,
          (
            select pg_catalog.json_agg(
              pg_catalog.json_build_array(attribute.attname, attribute.attnum) order by attribute.attname
            )
            from pg_catalog.pg_attribute as attribute
            where attribute.attrelid = key.conrelid and attribute.attnum = any (key.conkey)
          )
        )
      ),
      '[]'
    )
    from pg_catalog.pg_constraint as key
      join pg_catalog.pg_class as class on class.oid = key.conrelid
    where key.contype = 'p'
      and class.relnamespace not in (
        'pg_catalog'::pg_catalog.regnamespace, 'information_schema'::pg_catalog.regnamespace
      )
  )
)
